import { invoicesEnums } from './enumerations/invoices.ts';
import { paymentsEnums } from './enumerations/payments.ts';
import { recordsEnums } from './enumerations/records.ts';
import { workspaceEnums } from './enumerations/workspace.ts';

/** Every enumeration of the schema: the values of the specification, each with what it means. */
export const enums = {
  ...invoicesEnums,
  ...paymentsEnums,
  ...recordsEnums,
  ...workspaceEnums,
} as const;
