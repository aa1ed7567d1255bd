import { searchInput } from '../clients/search.ts';
import type { Context } from '../kernel/context.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput } from '../kernel/fields.ts';
import { flag, text } from '../kernel/kinds.ts';
import { escapeLike } from '../kernel/like.ts';
import type { DeliverableRecord } from './records.ts';
import { findDeliverables } from './records.ts';

export const listDeliverablesInput = inputObject(
  'ListDeliverables',
  'Which deliverables to list: all conditions have to hold.',
  {
    projectId: nullable(text(), 'Id of the project whose they are.'),
    clientId: nullable(text(), 'Id of the client for whose projects they are.'),
    statusId: nullable(text(), 'Id of the status they are in.'),
    archived: defaulted(flag, false, 'The archived ones alone, instead of the others.'),
  },
);

/**
 * Deliverables that match, by project and in the project's order; the archived ones only where they are asked for. An
 * unknown id matches none. Two statements at most, however many they are.
 * @throws ActionError invalid_input
 */
export async function listDeliverables(
  context: Context,
  input: InputOf<typeof listDeliverablesInput>,
): Promise<DeliverableRecord[]> {
  const { projectId, clientId, statusId, archived } = parseInput(listDeliverablesInput, input);
  return findDeliverables(context, {
    archived,
    ...(projectId && { projectId }),
    ...(clientId && { project: { clientId } }),
    ...(statusId && { statusId }),
  });
}

/**
 * Deliverables that are not archived and whose name or description contains the query, ignoring case; all of them where
 * it is empty. With id, just that one, archived or not; an unknown id answers none. Two statements at most.
 * @throws ActionError invalid_input
 */
export async function searchDeliverables(
  context: Context,
  input: InputOf<typeof searchInput>,
): Promise<DeliverableRecord[]> {
  const { id, query } = parseInput(searchInput, input);
  if (id) return findDeliverables(context, { id });
  // Prisma takes % and _ for wildcards.
  const matching = { contains: escapeLike(query ?? ''), mode: 'insensitive' } as const;
  return findDeliverables(context, {
    archived: false,
    ...(query && { OR: [{ name: matching }, { description: matching }] }),
  });
}
