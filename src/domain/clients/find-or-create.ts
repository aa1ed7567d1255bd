import type { Context } from '../../platform/context/context.ts';
import { findOrCreateByName, insertNames } from '../../write/find-or-create-by-name.ts';

/** Ids in the order of the names. Concurrent calls create a missing client once. */
export const findOrCreateClients = (
  context: Context,
  names: readonly string[],
): Promise<string[]> =>
  findOrCreateByName(
    context,
    'client',
    names.map((name) => ({ name })),
    insertNames(context, 'Client'),
  );
