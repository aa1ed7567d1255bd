import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';
import { write } from '../../write/write.ts';

/** The ids of clients by name, in the order of the names. Missing clients are created, at any concurrency once. */
export const findOrCreateClients = (
  context: Context,
  names: readonly string[],
): Promise<string[]> =>
  findOrCreateByName(
    context,
    'client',
    names.map((name) => ({ name })),
    (missing) =>
      write(context, (tx) =>
        tx.insertMissing(
          'Client',
          missing.map(({ name }) => ({ id: newId('Client'), name })),
        ),
      ),
  );
