import type { Context } from '../kernel/context.ts';

const byName = { select: { name: true }, orderBy: { name: 'asc' as const } };

/** The names of the workspace's invoice templates, in alphabetical order. */
export async function listInvoiceTemplateNames({ accountId, db }: Context): Promise<string[]> {
  const rows = await db.invoiceTemplate.findMany({ where: { accountId }, ...byName });
  return rows.map(({ name }) => name);
}

/** The names of the workspace's e-mail templates, in alphabetical order. */
export async function listEmailTemplateNames({ accountId, db }: Context): Promise<string[]> {
  const rows = await db.emailTemplate.findMany({ where: { accountId }, ...byName });
  return rows.map(({ name }) => name);
}
