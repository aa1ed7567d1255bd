import type { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { rootPath, startRun } from './root-field-run.ts';
import type { RunRootField } from './root-fields.ts';
import type { SelectedField } from './selected-field.ts';
import { locateError } from './value-completion.ts';

/** Reads the fields at the root of an operation, and makes one answer of what they say. */

/** A field at the root. */
export interface PlannedRootField extends Pick<SelectedField, 'name' | 'nodes'> {
  mayBeNull: boolean;
  /** Checks its arguments. @throws ActionError, GraphQLError */
  prepare: (variables: Readonly<Record<string, unknown>>) => RunRootField;
}

/** What an operation answers; `data` is JSON, and null where a field is null that may not be. */
export interface OperationResult {
  data: string | null;
  errors: readonly GraphQLError[];
}

/**
 * Reads an operation once; `rootValue` is what its fields at the root are read from, an event say. With `guards`, each field
 * is read as they see fit.
 */
export type RunOperation = (
  context: Context,
  rootValue?: unknown,
  guards?: CreateFieldGuards,
) => Promise<OperationResult>;

/** What a field at the root was read as. */
export interface FieldOutcome {
  /** JSON; undefined where the field failed. */
  text: string | undefined;
  errors: readonly GraphQLError[];
}

type ReadField = (context: Context) => Promise<FieldOutcome>;

/** Reads a field at the root, in its own way. */
export interface FieldGuard {
  /** @throws what keeps it from being read */
  read(context: Context, read: ReadField): Promise<FieldOutcome>;
  /** What is answered then, outside of whatever transaction it was read in. */
  failed(error: unknown, context: Context, read: ReadField): Promise<FieldOutcome>;
}

/** A field at the root for those who read all of them. */
export interface RootFieldToRead extends Pick<PlannedRootField, 'name' | 'nodes'> {
  /** What is wrong with its arguments. */
  fault?: GraphQLError;
  /** Never throws. */
  read: ReadField;
}

/** Reads all fields at the root, in its own way. @throws what keeps all of them from being answered */
export type ReadAllFields = (
  context: Context,
  fields: readonly RootFieldToRead[],
) => Promise<FieldOutcome[]>;

/** How fields at the root are read that are not just read. @throws ActionError where the operation is refused as a whole */
export type CreateFieldGuards = (roots: readonly Pick<PlannedRootField, 'name' | 'nodes'>[]) => {
  fields: ReadonlyMap<string, FieldGuard>;
  all?: ReadAllFields;
};

/**
 * A field that fails is null, with an error at its place, and its siblings are answered. Where it may not be null there
 * is no answer but the error: if that is known before anything was read or done, nothing is.
 */
export function createOperationRunner(
  roots: readonly PlannedRootField[],
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
): RunOperation {
  return async (context, rootValue, guards) => {
    const guarded = guards?.(roots);
    const reads = roots.map((root) => prepared(root, variables, isMutation));
    const refused = reads.flatMap(({ fault }, index) =>
      fault && !roots[index]?.mayBeNull ? [fault] : [],
    );
    if (refused.length > 0)
      return { data: null, errors: reads.flatMap(({ fault }) => fault ?? []) };
    const fields = () =>
      reads.map((read, index) => ({ ...(roots[index] as PlannedRootField), ...read }));
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
  read: (context: Context, rootValue?: unknown) => Promise<FieldOutcome>;
}

function prepared(
  { name, nodes, prepare }: PlannedRootField,
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
): Prepared {
  const failed = (error: unknown): GraphQLError => locateError(error, nodes, rootPath(name));
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
  roots: readonly PlannedRootField[],
  reads: readonly Prepared[],
  context: Context,
  guarded: ReadonlyMap<string, FieldGuard> | undefined,
): Promise<FieldOutcome[]> {
  const outcomes: FieldOutcome[] = [];
  for (const [index, { fault, read }] of reads.entries()) {
    const root = roots[index] as PlannedRootField;
    const guard = fault ? undefined : guarded?.get(root.name);
    const outcome = await (guard ? guardedRead(guard, context, read) : read(context));
    outcomes.push(outcome);
    if (outcome.text === undefined && !root.mayBeNull) break;
  }
  return outcomes;
}

async function guardedRead(
  guard: FieldGuard,
  context: Context,
  read: ReadField,
): Promise<FieldOutcome> {
  try {
    return await guard.read(context, read);
  } catch (error) {
    return guard.failed(error, context, read);
  }
}
