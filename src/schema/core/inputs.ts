import type { InputFieldMap, InputObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { FieldInfo, FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf, withDefaultDescription } from '../../platform/input/field-metadata.ts';
import { expectedVersionField } from '../../write/optimistic-locking.ts';
import { builder } from './builder.ts';
import { enums } from './enums.ts';

/**
 * Input types, derived from the domain's own declarations: a field that is added there appears here. Required fields of
 * a create are required here too; an update requires only the id, and what a replace leaves out the domain resets.
 */

type AnyInputRef = InputObjectRef<never, Record<string, unknown>>;

/** How much of an input has to be there. */
export type InputMode = 'create' | 'patch' | 'replace';

/** What an input has beside the fields of its declaration. */
export interface InputShape {
  mode?: InputMode | undefined;
  /** Whether an id says which record is meant. */
  hasId?: boolean | undefined;
  takesVersion?: boolean;
  takesNewId?: boolean;
}

const made = new Map<string, AnyInputRef>();

/**
 * The input type of a declaration; the same one for every mutation that takes it. Where it is not about a new record,
 * an id says which, unless there is only one, and its caller may say which version of it was read; for a new one that its
 * caller may identify, which id it has.
 */
export function inputType(
  schema: z.ZodObject,
  { mode = 'create', hasId = mode !== 'create', ...takes }: InputShape = {},
): AnyInputRef {
  const { takesVersion = hasId || mode !== 'create', takesNewId = false } = takes;
  const { id, description } = schema.meta() ?? {};
  if (id === undefined) throw new Error('An input needs a name: declare it with inputObject.');
  const name = nameOf(id, mode);
  const known = made.get(name);
  if (known) return known;
  const ref = builder.inputRef<Record<string, unknown>>(name);
  made.set(name, ref as unknown as AnyInputRef);
  ref.implement({
    description: description ?? name,
    fields: (t: IdBuilder) => ({
      ...(hasId && { id: t.id({ required: true, description: 'The record to change.' }) }),
      ...(takesNewId && { id: t.id(newId) }),
      ...(takesVersion && { [expectedVersionField]: t.int(expectedVersion) }),
      ...inputFields(t as never, schema, mode),
    }),
  } as never);
  return ref as unknown as AnyInputRef;
}

interface IdBuilder {
  id(options: object): never;
  int(options: object): never;
}

const newId = {
  required: false,
  description:
    'Id of the new record, made by the caller: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. Sent again with the same input, the record that is there is answered, for seven days; with other input, or later, that is a conflict, `id_taken`.',
};

const expectedVersion = {
  required: false,
  description:
    'The `version` of the record that was read: where it has another one by now, nothing is changed, and the result is a `VersionMismatchError`.',
};

/** Whether an input refers to records by their ids, itself or in the objects that it holds. */
export function hasIdReferences(schema: z.ZodObject): boolean {
  const holdsId = (presentation: FieldPresentation): boolean => {
    if (presentation.kind === 'list') return holdsId(presentation.of);
    if (presentation.kind === 'object') return hasIdReferences(presentation.schema);
    return presentation.kind === 'scalar' && presentation.name === 'ID';
  };
  return Object.values(schema.shape).some((field) => {
    const info = fieldInfoOf(field);
    return info !== undefined && holdsId(info.presentation);
  });
}

/** An input that only says which record is meant: every mutation has one of its own, to which more can be added. */
export function idInputType(name: string, description: string): AnyInputRef {
  const ref = builder.inputRef<Record<string, unknown>>(name);
  ref.implement({
    description: 'Which record is meant.',
    fields: (t: IdBuilder) => ({
      id: t.id({ required: true, description }),
      [expectedVersionField]: t.int(expectedVersion),
    }),
  } as never);
  return ref as unknown as AnyInputRef;
}

/** The fields of a declaration as the arguments of a field. */
export function inputArguments(schema: z.ZodObject): InputFieldMap {
  return builder.args((t) => inputFields(t as never, schema, 'create'));
}

function nameOf(id: string, mode: InputMode): string {
  const base = id.endsWith('Input') ? id : `${id}Input`;
  return mode === 'replace' ? base.replace(/^Update/, 'Replace') : base;
}

interface InputBuilder {
  field(options: { type: unknown; required: boolean; description: string }): never;
}

function inputFields(t: InputBuilder, schema: z.ZodObject, mode: InputMode): InputFieldMap {
  const fields: InputFieldMap = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const info = fieldInfoOf(field);
    if (!info) throw new Error(`${schema.meta()?.id}.${name} is not declared as a field.`);
    if (info.isSecondName) continue;
    fields[info.recordName ?? name] = t.field({
      type: inputTypeOf(info.presentation),
      required: isRequired(info, mode),
      description: descriptionOf(info, schema.meta()?.id ?? ''),
    });
  }
  return fields;
}

function isRequired({ absence }: FieldInfo, mode: InputMode): boolean {
  if (mode === 'patch') return false;
  return absence === 'required' || (absence === 'kept' && mode === 'create');
}

function descriptionOf(info: FieldInfo, input: string): string {
  const { description, absence, defaultValue, keptByReplace } = info;
  const hasDefault = absence === 'default' && !keptByReplace;
  return hasDefault ? withDefaultDescription(description, input, defaultValue) : description;
}

function inputTypeOf(presentation: FieldPresentation): unknown {
  switch (presentation.kind) {
    case 'scalar':
      return presentation.name;
    case 'enum': {
      const known = enums[presentation.name as keyof typeof enums];
      if (!known) throw new Error(`The enumeration ${presentation.name} is not in the schema.`);
      return known;
    }
    case 'object':
      return inputType(presentation.schema);
    case 'list':
      return [inputTypeOf(presentation.of)];
  }
}
