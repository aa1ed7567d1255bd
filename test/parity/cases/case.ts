import type { FieldNames } from '../../../src/rest/core/field-names.ts';
import type { Arranged } from '../../support/arranged-records.ts';

/** A workspace in which there is one record of everything, and ids of another one's. */
export interface World extends Arranged {
  foreign: Arranged;
}

type Body = Record<string, unknown>;

/** One act, done in both APIs. */
export interface Case {
  when: string;
  body: Body | ((world: World) => Body);
  /** The code that both answer; success unless given. */
  code?: string;
  /** Has two names for one field, which GraphQL does not have: only REST is tested. */
  isRestOnly?: boolean;
}

/** An operation of REST, the mutation that does the same, and acts to do with them, one after another. */
export interface Action {
  route: string;
  mutation: string;
  /** Fields that REST calls otherwise: from its name to the domain's. */
  names?: FieldNames;
  cases: Case[];
}

/** An id that no workspace has. */
export const missing = (prefix: string) => `${prefix}_${'0'.repeat(32)}`;

/** The errors of every update, regardless of its body: no id, an unknown one, another workspace's. */
export function idCases(
  prefix: string,
  foreignId: (foreign: Arranged) => string,
  rest: Body = {},
): Case[] {
  const cases: Case[] = [
    { when: 'no id', body: { id: '' }, code: 'id_missing' },
    { when: 'a blank id', body: { id: '  ' }, code: 'id_missing' },
    { when: 'an unknown id', body: { id: missing(prefix) }, code: 'record_not_found' },
    { when: 'NUL in the id', body: { id: 'a\u0000b' }, code: 'invalid_input' },
    {
      when: 'another workspace’s id',
      body: ({ foreign }) => ({ id: foreignId(foreign) }),
      code: 'record_not_found',
    },
  ];
  return cases.map((each) => ({
    ...each,
    body: (world) => ({
      ...rest,
      ...(typeof each.body === 'function' ? each.body(world) : each.body),
    }),
  }));
}

/** REST checks an id in the path before the operation. Without an id, it is another path. */
export const inPath = (cases: Case[]): Case[] =>
  cases
    .filter(({ when }) => when !== 'no id')
    .map((one) =>
      one.when === 'a blank id' ? { ...one, code: 'invalid_input', isRestOnly: true } : one,
    );

/** What every merge takes and rejects. */
export function mergeCases(prefix: string, idsOf: (world: Arranged) => [string, string]): Case[] {
  const pair = (keep: string, merge: string) => ({ keep, merge });
  return [
    { when: 'two records', body: (world) => pair(...idsOf(world)) },
    {
      when: 'a record that was merged before',
      body: (world) => pair(...idsOf(world)),
      code: prefix === 'cli' ? 'invalid_input' : 'record_not_found',
    },
    {
      when: 'one record twice',
      body: (world) => pair(idsOf(world)[0], idsOf(world)[0]),
      code: 'invalid_input',
    },
    { when: 'no names', body: pair('', ' '), code: 'invalid_input' },
    {
      when: 'unknown ids',
      body: pair(missing(prefix), missing(prefix)),
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s record',
      body: (world) => pair(idsOf(world)[0], idsOf(world.foreign)[0]),
      code: 'record_not_found',
    },
  ];
}
