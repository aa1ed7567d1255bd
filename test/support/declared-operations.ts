import type { OperationTable } from '../../src/platform/operations/operations.ts';

const files = import.meta.glob<Record<string, OperationTable>>('../../src/operations/*.ts', {
  eager: true,
  import: '*',
});

/** All tables of operations. */
export const operationTables: readonly OperationTable[] = Object.values(files)
  .flatMap((exported) => Object.values(exported))
  .filter((exported) => Array.isArray(exported));
