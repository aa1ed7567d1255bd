import type { GraphQLInputField, GraphQLObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { z } from 'zod';
import { enumOf, integer, json, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { nullable, required } from '../../platform/input/fields.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { permissionsForField } from '../../schema/core/required-permissions.ts';
import { schema } from '../../schema/index.ts';
import { allRecordTypeNames } from '../record-types.ts';
import { findRecord } from '../references.ts';
import type { ToolAccess, ToolCall } from '../tool.ts';
import type { WriteTarget } from './confirmation.ts';
import type { Write } from './run-write.ts';
import { defineWriteTool } from './write-tool.ts';

const mutationType = schema.getMutationType() as GraphQLObjectType;

const mutations = mutationType.getFields();

/** Types whose mutations move money or grant access. */
const excluded: Readonly<Record<'create' | 'change', readonly string[]>> = {
  create: ['ApiKey', 'CreditNote', 'Invoice', 'User', 'WebhookEndpoint'],
  change: ['ApiKey', 'User', 'WebhookEndpoint'],
};

interface RecordMutation {
  name: string;
  /** Input of the mutation in addition to the id. */
  input?: Record<string, unknown>;
}

const mutationsOfTypes = (
  kind: keyof typeof excluded,
  mutationOf: (type: string) => RecordMutation | undefined,
): ReadonlyMap<string, RecordMutation> =>
  new Map(
    allRecordTypeNames
      .filter((type) => !excluded[kind].includes(type))
      .flatMap((type) => {
        const mutation = mutationOf(type);
        return mutation ? [[type, mutation] as const] : [];
      }),
  );

const findMutation = (name: string): RecordMutation | undefined =>
  name in mutations ? { name } : undefined;

function inputFieldsOf(name: string): Record<string, GraphQLInputField> {
  const type = mutations[name]?.args[0] && getNamedType(mutations[name].args[0].type);
  return isInputObjectType(type) ? type.getFields() : {};
}

function findArchivingUpdate(name: string): RecordMutation | undefined {
  return 'archived' in inputFieldsOf(name) ? { name, input: { archived: true } } : undefined;
}

const createMutations = mutationsOfTypes('create', (type) => findMutation(`create${type}`));
const updateMutations = mutationsOfTypes('change', (type) => findMutation(`update${type}`));
const deleteMutations = mutationsOfTypes(
  'change',
  (type) =>
    findMutation(`delete${type}`) ??
    findMutation(`archive${type}`) ??
    findArchivingUpdate(`update${type}`),
);

function isPermitted(mutation: string, permissions: Permissions): boolean {
  const field = mutations[mutation];
  return field !== undefined && (permissionsForField(mutationType, field) & ~permissions) === 0;
}

/** The input of `create_record` or `update_record` for a type, if the caller may send it. */
export function findRecordInput(
  tool: 'create_record' | 'update_record',
  type: string,
  { names: tools, permissions, writes }: ToolAccess,
): Record<string, GraphQLInputField> | undefined {
  const mutation = (tool === 'create_record' ? createMutations : updateMutations).get(type)?.name;
  const hasTool = writes && (tools?.includes(tool) ?? true);
  if (!hasTool || !mutation || !isPermitted(mutation, permissions)) return undefined;
  const { id, expectedVersion, ...fields } = inputFieldsOf(mutation);
  return tool === 'create_record' && id ? { id, ...fields } : fields;
}

/** Undefined if the caller can write no type. */
function typeInput(mutationsByType: ReadonlyMap<string, RecordMutation>, permissions: Permissions) {
  const names = [...mutationsByType].flatMap(([type, { name }]) =>
    isPermitted(name, permissions) ? [type] : [],
  );
  return names.length === 0 ? undefined : { type: required(enumOf('RecordType', names)) };
}

/** The mutation validates the values. */
const fields: FieldType<Record<string, unknown>> = {
  ...json,
  read: (value, report) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    report('invalid_type', 'must be an object');
    return undefined;
  },
};

const idInput = { id: required(text(255), 'Id, external id, number or exact name.') };

interface Subject {
  type: string;
  id: string;
}

const findSubject = async (call: ToolCall, { type, id }: Subject): Promise<WriteTarget> => ({
  ...(await findRecord(call, type, id, 'id')),
  type: type as WriteTarget['type'],
});

const planMutation = (
  mutationsByType: ReadonlyMap<string, RecordMutation>,
  type: string,
  input: Record<string, unknown>,
): Write => {
  const { name, input: fixedInput } = mutationsByType.get(type) as RecordMutation;
  return { mutation: name, input: { ...fixedInput, ...input } };
};

export const createRecord = defineWriteTool({
  name: 'create_record',
  title: 'Create a record',
  description: 'Creates a record of a type. describe_type returns the fields of data.',
  inputFor: (permissions) => {
    const type = typeInput(createMutations, permissions);
    const data = required(fields, 'Fields, like {"name": "Lovelace Ltd"}.');
    return type && z.object({ ...type, data });
  },
  plan: ({ type, data }) => ({
    ...planMutation(createMutations, type, data),
    parentArgument: 'data',
  }),
});

export const updateRecord = defineWriteTool({
  name: 'update_record',
  title: 'Update a record',
  description: 'Changes fields of a record. Omitted fields stay, null clears a field.',
  isDestructive: true,
  inputFor: (permissions) => {
    const type = typeInput(updateMutations, permissions);
    const changes = required(fields, 'Fields to change. describe_type returns them.');
    const expectedVersion = nullable(integer({ min: 1 }), 'Version that was read.');
    return type && z.object({ ...type, ...idInput, changes, expectedVersion });
  },
  findTarget: (call, input) => findSubject(call, input),
  plan: ({ type, changes, expectedVersion }, id) => ({
    ...planMutation(updateMutations, type, { ...changes, expectedVersion, id }),
    argumentNames: { id: 'id', expectedVersion: 'expectedVersion' },
    parentArgument: 'changes',
  }),
});

export const deleteRecord = defineWriteTool({
  name: 'delete_record',
  title: 'Delete a record',
  description: 'Deletes a record, or archives it if its type allows no deletion.',
  isDestructive: true,
  needsConfirmation: true,
  inputFor: (permissions) => {
    const type = typeInput(deleteMutations, permissions);
    return type && z.object({ ...type, ...idInput });
  },
  findTarget: (call, input) => findSubject(call, input),
  plan: ({ type }, id) => planMutation(deleteMutations, type, { id }),
});
