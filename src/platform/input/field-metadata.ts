import type { z } from 'zod';

export type FieldPresentation =
  | { kind: 'scalar'; name: ScalarName }
  | { kind: 'enum'; name: string; values: readonly string[] }
  | { kind: 'object'; schema: z.ZodObject }
  | { kind: 'list'; of: FieldPresentation };

export type ScalarName =
  | 'String'
  | 'ID'
  | 'Int'
  | 'Boolean'
  | 'Decimal'
  | 'Date'
  | 'DateTime'
  | 'WrittenDateTime'
  | 'TimeZone'
  | 'EmailAddress'
  | 'HexColorCode'
  | 'Currency'
  | 'JSON';

export type ReportFieldError = (code: string, message: string, path?: (string | number)[]) => void;

/** Meaning of an absent field. `kept`: a PUT keeps the current value. */
type Absence = 'required' | 'null' | 'default' | 'kept';

export interface FieldInfo {
  presentation: FieldPresentation;
  /** Undefined if the value is invalid. */
  read: (value: unknown, report: ReportFieldError) => unknown;
  absence: Absence;
  description: string;
  /** `inputObject` prepends the column's documentation. */
  isOfModel?: boolean;
  defaultValue?: unknown;
  keptByReplace?: true;
  /** The record's field, if the specification has another name for the input. */
  recordName?: string;
  /** The input also has a field `recordName`. */
  isSecondName?: true;
  /** The schema before `inputObject` added documentation. */
  declared?: z.ZodType;
}

const infos = new WeakMap<object, FieldInfo>();

export function registerFieldInfo(field: object, info: FieldInfo): void {
  infos.set(field, info);
}

export function fieldInfoOf(field: unknown): FieldInfo | undefined {
  return infos.get(field as object);
}

export function withDefaultDescription(
  description: string,
  input: string,
  defaultValue: unknown,
): string {
  const isOfRecord = /^(Create|Update|Replace)/.test(input);
  const label = isOfRecord ? 'Default on create' : 'Default';
  return `${description} ${label}: ${JSON.stringify(defaultValue)}.`.trim();
}
