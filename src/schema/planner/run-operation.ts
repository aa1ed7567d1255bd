import type { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { withCustomFields } from './requested-lists.ts';
import { rootPath, startRun } from './root-field-run.ts';
import type { PreparedRootField } from './root-fields.ts';
import type { SelectedField } from './selected-field.ts';
import { locateError } from './value-completion.ts';

export interface PlannedRootField extends Pick<SelectedField, 'name' | 'nodes'> {
  mayBeNull: boolean;
  /**
   * Checks the arguments.
   * @throws ActionError, GraphQLError
   */
  prepare: (variables: Readonly<Record<string, unknown>>) => PreparedRootField;
}

/** `data` is JSON; null if a non-null root field failed. */
export interface OperationResult {
  data: string | null;
  errors: readonly GraphQLError[];
}

/** `rootValue` is, for example, an event. `guards` can replace how fields are read. */
export type RunOperation = (
  context: Context,
  rootValue?: unknown,
  guards?: CreateFieldGuards,
) => Promise<OperationResult>;

export interface FieldOutcome {
  /** JSON; undefined after a failure. */
  text: string | undefined;
  errors: readonly GraphQLError[];
}

type ReadField = (context: Context) => Promise<FieldOutcome>;

export interface FieldGuard {
  /** @throws an error that `failed` handles */
  read(context: Context, read: ReadField): Promise<FieldOutcome>;
  /** Called outside of the transaction of `read`. */
  failed(error: unknown, context: Context, read: ReadField): Promise<FieldOutcome>;
}

/** A root field for {@link ReadAllFields}. */
export interface RootFieldToRead extends Pick<PlannedRootField, 'name' | 'nodes'> {
  argumentError?: GraphQLError;
  /** Never throws. */
  read: ReadField;
}

/**
 * Reads all root fields, for example in one transaction.
 * @throws if no field has an outcome
 */
export type ReadAllFields = (
  context: Context,
  fields: readonly RootFieldToRead[],
) => Promise<FieldOutcome[]>;

/** @throws ActionError to reject the whole operation */
export type CreateFieldGuards = (roots: readonly Pick<PlannedRootField, 'name' | 'nodes'>[]) => {
  fields: ReadonlyMap<string, FieldGuard>;
  all?: ReadAllFields;
};

/** A failed field is null, its siblings are read. An invalid non-null field prevents the execution of all. */
export function createOperationRunner(
  roots: readonly PlannedRootField[],
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
): RunOperation {
  return async (context, rootValue, guards) => {
    const guarded = guards?.(roots);
    const reads = await Promise.all(
      roots.map((root) => prepareField(root, variables, isMutation, context)),
    );
    const fatalErrors = reads.flatMap(({ argumentError }, index) =>
      argumentError && !roots[index]?.mayBeNull ? [argumentError] : [],
    );
    if (fatalErrors.length > 0)
      return { data: null, errors: reads.flatMap(({ argumentError }) => argumentError ?? []) };
    const fields = () =>
      reads.map((read, index) => ({ ...(roots[index] as PlannedRootField), ...read }));
    const outcomes = isMutation
      ? await (guarded?.all?.(context, fields()) ??
          readSequentially(roots, reads, context, guarded?.fields))
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
  argumentError?: GraphQLError;
  /** Never throws. */
  read: (context: Context, rootValue?: unknown) => Promise<FieldOutcome>;
}

async function prepareField(
  { name, nodes, prepare }: PlannedRootField,
  variables: Readonly<Record<string, unknown>>,
  isMutation: boolean,
  requestContext: Context,
): Promise<Prepared> {
  const failed = (error: unknown): GraphQLError => locateError(error, nodes, rootPath(name));
  try {
    const { customFields, lists: parsedLists, read } = prepare(variables);
    const lists =
      customFields.length === 0
        ? parsedLists
        : await withCustomFields(parsedLists, customFields, requestContext);
    return {
      read: async (context, rootValue) => {
        try {
          const path = rootPath(name);
          const run = startRun({ context, path, isMutationResult: isMutation, lists });
          return { text: await read(run, rootValue), errors: run.errors };
        } catch (error) {
          return { text: undefined, errors: [failed(error)] };
        }
      },
    };
  } catch (error) {
    const fault = failed(error);
    return { argumentError: fault, read: async () => ({ text: undefined, errors: [fault] }) };
  }
}

/** Sequential. Stops after the failure of a non-null field. */
async function readSequentially(
  roots: readonly PlannedRootField[],
  reads: readonly Prepared[],
  context: Context,
  guarded: ReadonlyMap<string, FieldGuard> | undefined,
): Promise<FieldOutcome[]> {
  const outcomes: FieldOutcome[] = [];
  for (const [index, { argumentError, read }] of reads.entries()) {
    const root = roots[index] as PlannedRootField;
    const guard = argumentError ? undefined : guarded?.get(root.name);
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
