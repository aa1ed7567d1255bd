import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType, isUnionType } from 'graphql';
import { schema } from '../../src/schema/index.ts';
import type { TestApi, TestWorkspace } from './api.ts';

const mutations = schema.getMutationType()?.getFields() ?? {};

/** The type that a mutation answers when nothing is wrong. */
export function successType(name: string): GraphQLObjectType {
  const union = getNamedType(mutations[name]?.type);
  if (!isUnionType(union)) throw new Error(`There is no mutation ${name}.`);
  const [type] = union.getTypes().filter((member) => !member.name.endsWith('Error'));
  if (!type) throw new Error(`${name} answers nothing but errors.`);
  return type;
}

interface Returned {
  /** The field of the success type. */
  field: string;
  type: GraphQLObjectType;
}

/** The record that a mutation answers; undefined where its success type shows something else, or more than that and its secret. */
export function returnedRecord(name: string): Returned | undefined {
  const fields = Object.values(successType(name).getFields());
  const [first, ...others] = fields.filter((field) => !['secret', 'warnings'].includes(field.name));
  const type = first && getNamedType(first.type);
  if (!first || others.length > 0 || !isObjectType(type)) return undefined;
  return { field: first.name, type };
}

/** Selects fields of what a mutation answers when nothing is wrong: of the record, where it answers one and no more. */
export function successSelection(name: string, selection: string): string {
  const record = returnedRecord(name);
  const fields = record ? `${record.field} { ${selection} }` : selection;
  return `... on ${successType(name).name} { ${fields} }`;
}

/** The error types that a mutation's result names. */
export function errorTypesOf(name: string): string[] {
  const union = getNamedType(mutations[name]?.type);
  const members = isUnionType(union) ? union.getTypes().map((type) => type.name) : [];
  return members.filter((member) => member.endsWith('Error'));
}

/** Selects what errors have, of those that a mutation can have: others cannot be asked for. */
function errorSelection(name: string): string {
  const types = errorTypesOf(name);
  if (types.length === 0) return '';
  const shared = '... on ExpectedError { code message path errors { path code message } }';
  const own = {
    NotFoundError: '... on NotFoundError { nearMatches }',
    VersionMismatchError: '... on VersionMismatchError { currentVersion changedFields }',
  };
  const more = Object.entries(own).filter(([type]) => types.includes(type));
  return [shared, ...more.map(([, selection]) => selection)].join(' ');
}

/** A mutation's operation: its result with these fields, or the whole error. */
export function sourceOf(name: string, selection: string): string {
  const args = mutations[name]?.args ?? [];
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const input = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const inParentheses = (text: string) => (text === '' ? '' : `(${text})`);
  return `mutation ${inParentheses(variables)} { result: ${name}${inParentheses(input)} {
    __typename ${successSelection(name, selection)}
    ${errorSelection(name)} } }`;
}

/**
 * Calls a mutation in GraphQL, with its arguments or the fields of its input, and returns its result of either type.
 * The fields of a returned record are in the result itself.
 * @throws Error if the operation itself is rejected
 */
export async function mutate(
  workspace: TestWorkspace,
  name: string,
  args: Record<string, unknown>,
  selection = name.startsWith('delete') ? 'deletedId' : 'id',
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
): Promise<any> {
  const takesInput = mutations[name]?.args.some((arg) => arg.name === 'input');
  const value = takesInput && !('input' in args) ? { input: args } : args;
  const { body } = await workspace.gql(sourceOf(name, selection), value);
  if (body.errors) throw new Error(`${name}: ${JSON.stringify(body.errors)}`);
  const { [returnedRecord(name)?.field ?? '']: record, ...result } = body.data.result;
  return { ...result, ...record };
}

/** As {@link mutate}, for mutations that have to succeed. */
export async function mutated(...call: Parameters<typeof mutate>): ReturnType<typeof mutate> {
  const { __typename, ...result } = await mutate(...call);
  if (__typename !== successType(call[1]).name) {
    throw new Error(`${call[1]}: ${JSON.stringify(result)}`);
  }
  return result;
}

/** What a mutation answers that the state of a record forbids. */
export const conflict = { __typename: 'ConflictError', code: 'conflicting_state' };

/** Charges a record by a whole invoice, as releases before lines did. */
export async function charge(
  { database }: TestApi,
  model: 'timeEntry' | 'expense' | 'deliverable',
  id: string,
  invoiceId: string,
): Promise<void> {
  const delegate = database.prisma[model] as unknown as {
    updateMany(args: object): Promise<unknown>;
  };
  await delegate.updateMany({ where: { id }, data: { invoiceId } });
}
