import type { Context } from '../../platform/context/context.ts';
import { findOrCreateByName, insertNames } from '../../write/find-or-create-by-name.ts';

/** The ids of clients by name, in the order of the names. Missing clients are created, at any concurrency once. */
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
