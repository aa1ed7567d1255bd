import type { z } from 'zod';

/** Metadata of declared input fields, from which the APIs derive their descriptions. */

/** How an API with types of its own presents a field. */
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

/** Meaning of an absent field: an error, null, the default, or (in a replace) the current value. */
type Absence = 'required' | 'null' | 'default' | 'kept';

export interface FieldInfo {
  presentation: FieldPresentation;
  absence: Absence;
  description: string;
  /** `inputObject` puts the column's documentation before the description. */
  isOfModel?: true;
  /** For absence 'default'. */
  defaultValue?: unknown;
  /** Whether a replace without the field keeps its value. */
  keptByReplace?: true;
  /** The record's name for the field, if the specification's input has another. */
  recordName?: string;
  /** Whether the input also has a field with `recordName`; this one is an alias. */
  isSecondName?: true;
  /** The field before `inputObject` added the column's documentation. */
  declared?: z.ZodType;
}

const infos = new WeakMap<object, FieldInfo>();

export function registerFieldInfo(field: object, info: FieldInfo): void {
  infos.set(field, info);
}

/** Undefined for a schema that was not declared in this module. */
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
