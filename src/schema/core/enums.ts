import { invoicesEnums } from './enumerations/invoices.ts';
import { paymentsEnums } from './enumerations/payments.ts';
import { recordsEnums } from './enumerations/records.ts';
import { webhooksEnums } from './enumerations/webhooks.ts';
import { workspaceEnums } from './enumerations/workspace.ts';

export const enums = {
  ...invoicesEnums,
  ...paymentsEnums,
  ...recordsEnums,
  ...webhooksEnums,
  ...workspaceEnums,
} as const;
