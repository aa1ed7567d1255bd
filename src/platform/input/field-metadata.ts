import type { z } from 'zod';

/** What the declarations of fields say of them, for the doors to describe and present. */

/** How a door without JSON types of its own should present a field. */
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

/** What an absent field means: an error, null, its default, or (on a replace) the value it has. */
type Absence = 'required' | 'null' | 'default' | 'kept';

export interface FieldInfo {
  presentation: FieldPresentation;
  absence: Absence;
  description: string;
  /** Whether the description begins with what the model says of the column, which `inputObject` adds. */
  isOfModel?: true;
  /** The value that an absent field stands for, where absence is 'default'. */
  defaultValue?: unknown;
  /** Whether a replace that leaves the field out keeps its value. */
  keptByReplace?: true;
  /** What the record calls it, where the input has the specification's word. */
  recordName?: string;
  /** Whether the record's word is a field of the input too: this one is its second name. */
  isSecondName?: true;
  /** The field as it was declared, where an input has it with what its model says of it. */
  declared?: z.ZodType;
}

const infos = new WeakMap<object, FieldInfo>();

/** Registers what a declaration says of a field. */
export function registerFieldInfo(field: object, info: FieldInfo): void {
  infos.set(field, info);
}

/** What the declaration of a field says of it; undefined for a schema that was not declared here. */
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
