import type { InputFieldMap } from '@pothos/core';
import type { z } from 'zod';
import { tellingOutcome } from '../../database/outcome.ts';
import type { UpdateMode } from '../../domain/kernel/changes.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { createNames } from '../../domain/kernel/names.ts';
import type { Attempt } from '../../domain/kernel/once.ts';
import type { RecordModel } from '../../domain/kernel/record-areas.ts';
import { areaOf } from '../../domain/kernel/record-areas.ts';
import type { Area } from '../../domain/kernel/rights.ts';
import { toldError } from '../../domain/kernel/told-errors.ts';
import type { Tree } from '../../domain/reader/trees.ts';
import { builder } from './builder.ts';
import type { ModelName } from './columns.ts';
import { declareInput } from './columns.ts';
import type { ErrorType } from './errors.ts';
import { inDomainNames } from './input-names.ts';
import type { InputMode } from './inputs.ts';
import { idInputType, inputType, refersByIds } from './inputs.ts';
import { forgetLoaded } from './loaders.ts';
import type { ReadExtensions } from './reads.ts';
import type { AskedBelow } from './record-keys.ts';
import { askedOfWritten } from './record-keys.ts';
import type { ShownFields } from './results.ts';
import {
  capitalized,
  recordField,
  resultOf,
  resultType,
  shownRecord,
  showsSecrets,
  successValue,
  withoutSecrets,
} from './results.ts';

type Input = Record<string, unknown>;

interface Mutation {
  description: string;
  /** What its success type shows. */
  shows: ShownFields;
  args: InputFieldMap;
  /** What its result may be beside that; none, if left out. */
  errors?: readonly ErrorType[];
  /** What the verb did, as the success type shows it. */
  resolve: (context: Context, args: Input, below: AskedBelow) => Promise<Input>;
  /** The areas of what it writes. */
  writes: readonly Area[];
  /** As how many records it counts what it answers; one, if left out. */
  answers?: (args: Input) => number;
}

/** What an entry of a list in an input costs: most are written as a row of their own. */
const costOfEntry = 5;

/** The entries of the lists that an input has. */
function entriesOf({ input }: Input): number {
  const lists = Object.values((input ?? {}) as object).filter((value) => Array.isArray(value));
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/**
 * A mutation whose result is a type of its own that says what was done, or one of the expected errors. It looks names
 * up anew and forgets what was loaded: the mutations before it in the same operation may have changed either.
 */
export function mutation(
  name: string,
  { resolve, shows, writes, errors = [], answers = () => 1, ...options }: Mutation,
): void {
  const type = resultType(name, shows, errors);
  builder.mutationField(name, (t) =>
    t.field({
      ...options,
      type,
      extensions: { writes } satisfies ReadExtensions,
      complexity: (args: Input) => ({
        field: 1 + costOfEntry * entriesOf(args),
        multiplier: answers(args),
      }),
      resolve: (async (_root: unknown, args: Input, context: Context, below: AskedBelow) => {
        const { attempt } = context;
        if (attempt?.replayed) return successValue(name, attempt.replayed as Input);
        forgetLoaded(context);
        const names = createNames(context);
        return resultOf(name, async () => {
          const done = await tellingOutcome(context.requestId, async () => {
            if (attempt?.refusal) throw attempt.refusal;
            return resolve({ ...context, names }, args, below);
          }).catch((error) => {
            throw toldError(context, writes, error);
          });
          if (attempt) noteDone(attempt, shows, done);
          return done;
        });
      }) as never,
    } as never),
  );
}

/** Notes what was done for whoever keeps the answer. */
function noteDone(attempt: Attempt, shows: ShownFields, done: Input): void {
  attempt.written = withoutSecrets(shows, done);
  attempt.isSecret = showsSecrets(shows);
}

/**
 * What a success type shows of a record that a verb answered: its key, by which it is read as it is then, and what the
 * verb's own statement wrote of it.
 */
export const shownOf = (model: ModelName, record: { id?: unknown; shown?: string }): Input => ({
  [recordField(model)]: { id: record.id, written: record.shown },
});

/** The argument of every mutation that takes something: `input`. */
function argument(type: ReturnType<typeof inputType>, description: string): InputFieldMap {
  return builder.args((t) => ({
    input: t.field({ type, required: true, description }),
  })) as InputFieldMap;
}

/** The argument `input` of a verb's own declaration. */
export const inputArgument = (
  input: z.ZodObject,
  mode?: InputMode,
  hasId?: boolean,
): InputFieldMap => argument(inputType(input, mode, hasId), 'What to write.');

/** The argument `input` of a mutation that only needs to know which record is meant. */
const idArgument = (mutation: string, description: string): InputFieldMap =>
  argument(idInputType(`${capitalized(mutation)}Input`, description), 'Which record.');

/**
 * The errors that a mutation can have: what is wrong with an input; where that refers to records by ids, or by their
 * names beside them, that there is none; and what the present state does not allow, unless nothing stands in its way.
 */
export const errorsOf = (refersToRecords: boolean, neverConflicts = false): ErrorType[] => [
  'InvalidInputError',
  ...(refersToRecords ? (['NotFoundError'] as const) : []),
  ...(neverConflicts ? [] : (['ConflictError'] as const)),
];

interface Action {
  description: string;
  /** The model whose record the mutation answers. */
  record: ModelName;
  /** The domain's own declaration of the input. */
  input: z.ZodObject;
  mode?: InputMode;
  /** Whether the input says by an id which record is meant; every input but that of a create does, unless told. */
  hasId?: boolean;
  /** Whether nothing that is there can stand in its way. */
  neverConflicts?: true;
  /** Areas of what it writes beside the record. */
  alsoWrites?: readonly Area[];
  /** The domain's verb; `shown` is what is asked of the record, which its statement may answer as well. */
  run: (context: Context, input: never, shown?: Tree) => Promise<object>;
}

/** A mutation that calls one verb of the domain with the verb's own input and answers the record. */
export function action(
  name: string,
  { input, mode, hasId, record, neverConflicts, alsoWrites = [], run, ...rest }: Action,
): void {
  const takesId = hasId ?? (mode !== undefined && mode !== 'create');
  declareInput(record, input);
  mutation(name, {
    ...rest,
    writes: [areaOf[record as RecordModel], ...alsoWrites],
    errors: errorsOf(takesId || refersByIds(input), neverConflicts),
    shows: shownRecord(record),
    args: inputArgument(input, mode, hasId),
    resolve: async (context, { input: given }, below) => {
      const shown = askedOfWritten(below, record);
      return shownOf(
        record,
        await inDomainNames(input, given, (named) => run(context, named, shown)),
      );
    },
  });
}

interface UpdateAction extends Omit<Action, 'mode' | 'run' | 'description'> {
  run: (context: Context, input: never, mode: UpdateMode) => Promise<object>;
}

/** The two mutations of an update: `updateX` keeps what is left out, `replaceX` resets it. */
export function updateActions({ run, ...options }: UpdateAction): void {
  const { record } = options;
  action(`update${record}`, {
    ...options,
    description: `Changes a ${record}: fields left out keep their values, null clears one.`,
    mode: 'patch',
    run: (context, given) => run(context, given, 'patch'),
  });
  action(`replace${record}`, {
    ...options,
    description: `Replaces a ${record}: fields left out are cleared or reset to their defaults.`,
    mode: 'replace',
    run: (context, given) => run(context, given, 'replace'),
  });
}

interface RecordAction extends Pick<Action, 'neverConflicts'> {
  description: string;
  record: ModelName;
  run: (context: Context, input: { id: unknown }) => Promise<object>;
}

/** A mutation that does something with one record and answers it. */
export function recordAction(
  name: string,
  { description, record, neverConflicts, run }: RecordAction,
): void {
  mutation(name, {
    description,
    writes: [areaOf[record as RecordModel]],
    errors: errorsOf(true, neverConflicts),
    shows: shownRecord(record),
    args: idArgument(name, 'The record.'),
    resolve: async (context, { input }) => shownOf(record, await run(context, input as never)),
  });
}

const shownDeleted: ShownFields = {
  deletedId: { type: 'ID', description: 'The id that the record had; it is no more.' },
};

interface DeleteAction extends Pick<Action, 'neverConflicts' | 'record'> {
  description: string;
  run: (context: Context, input: { id: unknown }) => Promise<string>;
}

/** A mutation that deletes one record for good. */
export function deleteAction(
  name: string,
  { description, record, neverConflicts, run }: DeleteAction,
): void {
  mutation(name, {
    description,
    writes: [areaOf[record as RecordModel]],
    errors: errorsOf(true, neverConflicts),
    shows: shownDeleted,
    args: idArgument(name, 'The record to delete.'),
    resolve: async (context, { input }) => ({ deletedId: await run(context, input as never) }),
  });
}
