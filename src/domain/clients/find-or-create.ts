import type { Context } from '../../platform/context/context.ts';
import { write } from '../../write/write.ts';

/** Ids in the order of the names. Concurrent calls create a missing client once. */
export const findOrCreateClients = (
  context: Context,
  names: readonly string[],
): Promise<string[]> =>
  write(context, (tx) =>
    tx.ensureAll(
      'client',
      names.map((name) => ({ name })),
    ),
  );
