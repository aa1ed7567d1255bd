import type { Context } from '../../platform/context/context.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const clientConstraints = (name: unknown): ConstraintErrors => ({
  Client_accountId_name_key: {
    path: 'name',
    message: (context) => clientNameTakenMessage(context, name),
  },
});

async function clientNameTakenMessage(
  { accountId, db }: Context,
  requestedName: unknown,
): Promise<string> {
  const name = String(requestedName).trim();
  const archivedClient = await db.client.findFirst({
    where: { accountId, name, archived: true },
    select: { id: true },
  });
  if (!archivedClient) return `There is already a client named "${name}".`;
  return `There is already a client named "${name}", which is archived: take it out of the archive, or choose another name.`;
}
