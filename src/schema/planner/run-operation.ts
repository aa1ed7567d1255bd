import type { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { AnswerRoot } from './root-fields.ts';
import { rootPath, startRun } from './plan-run.ts';
import type { Selected } from './selection.ts';
import { errorAt } from './value-completion.ts';

/** Reads the fields at the root of an operation, and makes one answer of what they say. */

/** A field at the root. */
export interface PlannedRoot extends Pick<Selected, 'name' | 'nodes'> {
  mayBeNull: boolean;
  /** Checks its arguments. @throws ActionError, GraphQLError */
  prepare: (variables: Readonly<Record<string, unknown>>) => AnswerRoot;
}

/** What an operation answers; `data` is JSON, and null where a field is null that may not be. */
export interface Answered {
  data: string | null;
  errors: readonly GraphQLError[];
}

/**
 * Reads an operation once; `rootValue` is what its fields at the root are read from, an event say. With `guards`, each field
 * is read as they see fit.
 */
export type Read = (context: Context, rootValue?: unknown, guards?: Guards) => Promise<Answered>;

/** What a field at the root was read as. */
export interface Outcome {
  /** JSON; undefined where the field failed. */
  text: string | undefined;
  errors: readonly GraphQLError[];
}

type ReadField = (context: Context) => Promise<Outcome>;

/** Reads a field at the root, in its own way. */
export interface Guard {
  /** @throws what keeps it from being read */
  read(context: Context, read: ReadField): Promise<Outcome>;
  /** What is answered then, outside of whatever transaction it was read in. */
  failed(error: unknown, context: Context, read: ReadField): Promise<Outcome>;
}

/** A field at the root for those who read all of them. */
export interface FieldToRead extends Pick<PlannedRoot, 'name' | 'nodes'> {
  /** What is wrong with its arguments. */
  fault?: GraphQLError;
  /** Never throws. */
  read: ReadField;
}

/** Reads all fields at the root, in its own way. @throws what keeps all of them from being answered */
export type ReadAll = (context: Context, fields: readonly FieldToRead[]) => Promise<Outcome[]>;

/** How fields at the root are read that are not just read. @throws ActionError where the operation is refused as a whole */
export type Guards = (roots: readonly Pick<PlannedRoot, 'name' | 'nodes'>[]) => {
  fields: ReadonlyMap<string, Guard>;
  all?: ReadAll;
};

/**
 * A field that fails is null, with an error at its place, and its siblings are answered. Where it may not be null there
 * is no answer but the error: if that is known before anything was read or done, nothing is.
 */
export function readerOf(
  roots: readonly PlannedRoot[],
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
): Read {
  return async (context, rootValue, guards) => {
    const guarded = guards?.(roots);
    const reads = roots.map((root) => prepared(root, variables, isMutation));
    const refused = reads.flatMap(({ fault }, index) =>
      fault && !roots[index]?.mayBeNull ? [fault] : [],
    );
    if (refused.length > 0)
      return { data: null, errors: reads.flatMap(({ fault }) => fault ?? []) };
    const fields = () =>
      reads.map((read, index) => ({ ...(roots[index] as PlannedRoot), ...read }));
    const outcomes = isMutation
      ? await (guarded?.all?.(context, fields()) ??
          oneByOne(roots, reads, context, guarded?.fields))
      : await Promise.all(reads.map(({ read }) => read(context, rootValue)));
    const errors = outcomes.flatMap((outcome) => outcome.errors);
    const isNull = outcomes.some(
      ({ text }, index) => text === undefined && !roots[index]?.mayBeNull,
    );
    if (isNull) return { data: null, errors };
    const texts = outcomes.map(({ text }, index) => `"${roots[index]?.name}":${text ?? 'null'}`);
    return { data: `{${texts.join(',')}}`, errors };
  };
}

interface Prepared {
  fault?: GraphQLError;
  /** Never throws. */
  read: (context: Context, rootValue?: unknown) => Promise<Outcome>;
}

function prepared(
  { name, nodes, prepare }: PlannedRoot,
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
): Prepared {
  const failed = (error: unknown): GraphQLError => errorAt(error, nodes, rootPath(name));
  try {
    const answer = prepare(variables);
    return {
      read: async (context, rootValue) => {
        const run = startRun(context, rootPath(name), isMutation);
        try {
          return { text: await answer(run, rootValue), errors: run.errors };
        } catch (error) {
          return { text: undefined, errors: [failed(error)] };
        }
      },
    };
  } catch (error) {
    const fault = failed(error);
    return { fault, read: async () => ({ text: undefined, errors: [fault] }) };
  }
}

/** One change after the other; none after one that failed where there is no answer then. */
async function oneByOne(
  roots: readonly PlannedRoot[],
  reads: readonly Prepared[],
  context: Context,
  guarded: ReadonlyMap<string, Guard> | undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, { fault, read }] of reads.entries()) {
    const root = roots[index] as PlannedRoot;
    const guard = fault ? undefined : guarded?.get(root.name);
    const outcome = await (guard ? guardedRead(guard, context, read) : read(context));
    outcomes.push(outcome);
    if (outcome.text === undefined && !root.mayBeNull) break;
  }
  return outcomes;
}

async function guardedRead(guard: Guard, context: Context, read: ReadField): Promise<Outcome> {
  try {
    return await guard.read(context, read);
  } catch (error) {
    return guard.failed(error, context, read);
  }
}
