import type { GraphQLInputType } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../src/platform/errors/error-catalogue.ts';
import { errorCatalogue } from '../../src/platform/errors/error-catalogue.ts';
import { operationErrorCodes } from '../../src/platform/operations/operation-errors.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { operationTables } from '../support/declared-operations.ts';
import { errorTypesOf, mutate } from '../support/mutations.ts';

/** A mutation's result names the errors that it can have, and no others. */

const api = useTestApi();

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

const having = (error: string) =>
  mutations.filter(({ name }) => errorTypesOf(name).includes(error));

/** Mutations without a declared operation that never conflict. */
const othersWithoutConflict = ['exportWorkspace', 'removeWorkspaceLogo'];

const isConflict = (code: ErrorCode) =>
  code !== 'version_mismatch' && errorCatalogue[code].status === 409;

test('the mutations of operations without a declared conflict never conflict', () => {
  const declared = operationTables.flatMap((table) =>
    table
      .filter((operation) => !operationErrorCodes(operation, table).some(isConflict))
      .flatMap(({ kind, name, record }) =>
        kind === 'update' ? [name, `replace${record}`] : [name],
      ),
  );
  const conflicting = having('ConflictError').map(({ name }) => name);
  expect(
    mutations
      .map(({ name }) => name)
      .filter((name) => !conflicting.includes(name))
      .sort(),
  ).toEqual([...othersWithoutConflict, ...declared].sort());
});

type Values = Record<string, unknown>;

function holdsId(type: GraphQLInputType): boolean {
  const inner = getNamedType(type);
  if (!isInputObjectType(inner)) return inner.name === 'ID';
  return Object.values(inner.getFields()).some((field) => holdsId(field.type));
}

const withoutOwnId = (type: GraphQLInputType): boolean => {
  const inner = getNamedType(type);
  const fields = isInputObjectType(inner) ? Object.values(inner.getFields()) : [];
  return fields.some((field) => field.name !== 'id' && holdsIdButOwn(field.type));
};

/** Items of a bulk are inputs of creates. */
const holdsIdButOwn = (type: GraphQLInputType): boolean =>
  /^Create/.test(getNamedType(type).name) ? withoutOwnId(type) : holdsId(type);

/** An e-mail address that finds a person. An event with an unknown one is the owner’s. */
const holdsAddress = (type: GraphQLInputType): boolean => {
  const inner = getNamedType(type);
  const isOfEvent = /CalendarEvent/.test(inner.name);
  return isInputObjectType(inner) && 'userEmail' in inner.getFields() && !isOfEvent;
};

test('a mutation with an id, itself or nested, or an e-mail address may find nothing; one without never does', () => {
  for (const { name, args } of mutations) {
    // The id that a new record is given finds nothing.
    const finds = name.startsWith('create') ? withoutOwnId : holdsId;
    const refers = args.some(({ type }) => finds(type) || holdsAddress(type));
    expect(errorTypesOf(name).includes('NotFoundError'), name).toBe(refers);
  }
});

/** A value of a type with text in it that no field takes; undefined where there is no text. */
function poisoned(type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const entry = poisoned(inner.ofType);
    return entry === undefined ? undefined : [entry];
  }
  if (!isInputObjectType(inner)) {
    return ['String', 'ID'].includes(getNamedType(type).name) ? 'a\u0000b' : undefined;
  }
  const fields = Object.values(inner.getFields());
  const named = fields.find((field) => field.name === 'id');
  const at = named ?? fields.find((field) => poisoned(field.type) !== undefined);
  if (!at) return undefined;
  const others = fields.filter((field) => isNonNullType(field.type) && field !== at);
  const filled = others.map((field) => [field.name, plain(field.type)]);
  return { ...Object.fromEntries(filled), [at.name]: poisoned(at.type) };
}

/** Some value that a type takes. */
function plain(type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [plain(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) {
    const needed = Object.values(inner.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(needed.map((field) => [field.name, plain(field.type)]));
  }
  const { name } = getNamedType(type);
  const values: Values = { Decimal: 1, Int: 1, Boolean: true, DateTime: '2026-01-01T00:00:00Z' };
  return values[name] ?? 'x';
}

test.each(having('InvalidInputError').map(({ name, args }) => [name, args] as const))(
  '%s lists the errors of its input',
  async (name, [arg]) => {
    const input = arg && poisoned(arg.type);
    const answer = await mutate(api.ours, name, { input }, '__typename');
    expect(answer.__typename).toBe('InvalidInputError');
  },
);

test('every mutation with an input can have one that is wrong', () => {
  for (const { name, args } of mutations) {
    expect(errorTypesOf(name).includes('InvalidInputError'), name).toBe(args.length > 0);
  }
});
