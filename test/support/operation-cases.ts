import { basename } from 'node:path';
import type { RecordType } from '../../src/platform/ids/record-ids.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { takesClientGeneratedId } from '../../src/platform/operations/operation-errors.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { operationTables } from './declared-operations.ts';
import type { FilledWorkspace } from './records.ts';

type Input = Record<string, unknown>;

/** The test of one operation, in test/operations. The exhaustive tests of all operations take its inputs. */
export interface OperationCase {
  /** Inputs with which it succeeds, each of them once. */
  inputs: (api: TestApi, workspace: TestWorkspace) => Promise<Input[]>;
  /** An input with which it conflicts. Default: an input with which it succeeded before. */
  conflict?: (api: TestApi, workspace: TestWorkspace) => Promise<Input>;
  /** The requirements besides the schema that it checks before the ids in its input. */
  besides?: (ours: FilledWorkspace) => Input;
  /** Registers the tests of its effects. */
  tests: (api: TestApi) => void;
}

declare global {
  interface ImportMeta {
    glob<T>(pattern: string, options: { eager: true; import: string }): Record<string, T>;
  }
}

const files = import.meta.glob<OperationCase>('../operations/*.ts', {
  eager: true,
  import: 'operationCase',
});

/** `mark-expense-paid.ts` is the test of `markExpensePaid`. */
const operationOf = (file: string) =>
  basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The tests of operations, by operation. */
export const operationCases: ReadonlyMap<string, OperationCase> = new Map(
  Object.entries(files).map(([file, each]) => [operationOf(file), each]),
);

/** An input with which an operation conflicts. A new record conflicts with the id that another one was given. */
export async function conflictingInput(
  name: string,
  { conflict, inputs }: OperationCase,
  api: TestApi,
  workspace: TestWorkspace,
  send: (input: Input) => Promise<unknown>,
): Promise<Input> {
  if (conflict) return conflict(api, workspace);
  const [input = {}, another = {}] = await inputs(api, workspace);
  const operation = operationTables.flat().find((each) => each.name === name);
  const isNew = operation && takesClientGeneratedId(operation);
  const id = isNew && { id: newId(operation.record as RecordType) };
  await send({ ...input, ...id });
  return isNew ? { ...another, ...id } : input;
}
