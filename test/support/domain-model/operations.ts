import type { Choices } from './choices.ts';
import type { Row, Rows, Type } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** An input by the names that GraphQL has; decimals are text. */
// biome-ignore lint/suspicious/noExplicitAny: inputs of every shape
export type Input = Record<string, any>;

/** What can be done in both APIs, or through GraphQL alone. */
export interface Operation {
  /** The mutation, which is the operation's id on REST, too. */
  name: string;
  /** Of which type the record is that it answers. */
  type: Type;
  /** The areas that it writes. */
  writes: readonly string[];
  rest?: readonly [method: 'POST' | 'PATCH' | 'PUT', path: string];
  /** What REST calls fields of it. */
  restNames?: Readonly<Record<string, string>>;
  /** An input; undefined where the workspace has nothing that it could be done with. */
  plan: (model: Model, choices: Choices, foreign: Foreign) => Input | undefined;
  /** Whether nothing is done where the same was done just before, which only the service knows. */
  mayDoNothing?: true;
  /** Does it; returns the record, or null where it is gone. @throws Rejected */
  apply: (model: Model, input: Input) => Row | null;
}

/** An id of another workspace's record of a type, if it has one. */
export type Foreign = (type: Type) => string | undefined;

/** Names that differ in case and blanks only, or begin alike. */
const names = ['Acme', 'acme', ' Acme', 'ACME ', 'Acme  Ltd', 'Acme Ltd', 'Ácme', 'Bolt', 'bolt\t'];

/** A name that others may have, seldom one that is none. */
export const anyName = (choices: Choices): string =>
  choices.chance(4) ? ' ' : choices.of(names) + (choices.chance(40) ? choices.below(9) : '');

/** Each run of blanks is one blank in a text of one line; no other text has one here. */
const asLine = (text: string): string => text.replaceAll(/[\t ]+/g, ' ');

/** A name as it is compared: with single blanks, and none at both ends. */
export function nameOf(value: unknown): string {
  const name = asLine(String(value ?? '')).trim();
  require(name !== '', 'invalid_input');
  return name;
}

/** A text that is kept, empty ones are none. */
export const textOf = (argument: unknown): string | null =>
  argument === undefined || argument === null || String(argument).trim() === ''
    ? null
    : asLine(String(argument));

/** The id of a record of a type, seldom of another workspace's, or of none. */
export function anyId(
  model: Model,
  choices: Choices,
  type: Type,
  foreign: Foreign,
): string | undefined {
  if (choices.chance(3)) return foreign(type);
  if (choices.chance(2)) return `${type.slice(0, 3).toLowerCase()}_none`;
  return choices.any(model.all(type))?.id;
}

/** The record that an input is about, if it has the version that is expected. @throws Rejected */
export function target<T extends Type>(model: Model, type: T, input: Input): Rows[T] {
  const row = model.byId(type, input.id);
  const { expectedVersion: version } = input;
  require(version === undefined || version === row.version, 'version_mismatch');
  return row;
}

/** The fields that an input names, each read. */
export function readFields(
  input: Input,
  readers: Readonly<Record<string, (value: unknown) => unknown>>,
): Input {
  const named = Object.entries(readers).filter(([name]) => input[name] !== undefined);
  return Object.fromEntries(named.map(([name, read]) => [name, read(input[name])]));
}
