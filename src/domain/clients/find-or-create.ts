import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';

/** The ids of clients by name, in the order asked for; missing ones are made, safely at any concurrency. */
export async function findOrCreateClients(
  context: Context,
  names: readonly string[],
): Promise<string[]> {
  const references = names.map((name) => ({ name }));
  return findOrCreateByName(context, 'client', references, (missing) =>
    context.db.client.createMany({
      data: missing.map(({ name }) => ({
        name,
        accountId: context.accountId,
        id: newId('Client'),
      })),
      skipDuplicates: true,
    }),
  );
}
