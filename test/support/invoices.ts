import { createTaxRule } from '../../src/domain/invoices/tax-rules.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { Answer, TestApi, TestWorkspace } from './api.ts';

/** An answer's body, when it is the success that the arrangement needs. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export async function created(workspace: TestWorkspace, path: string, body: object): Promise<any> {
  const answer = await workspace.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The errors of a response, as "path: code". */
export function errorsOf(answer: Answer): string[] {
  return answer.body.errors.map(
    ({ path, code }: { path: string; code: string }) => `${path}: ${code}`,
  );
}

/** An invoice of one untaxed line, for a client of the workspace. */
export function invoiceOf(
  workspace: TestWorkspace,
  clientName: string,
  rate: number,
  more: object = {},
) {
  return created(workspace, 'invoices/create', {
    clientName,
    taxRate: 0,
    items: [{ description: 'Work', rate }],
    ...more,
  });
}

/** A contact of a client, as far as invoices look at it. */
export async function addContact(
  api: TestApi,
  { accountId }: TestWorkspace,
  clientId: string,
  fields: Record<string, unknown>,
): Promise<string> {
  const id = newId('Contact');
  await api.database.prisma.contact.create({ data: { ...fields, accountId, id, clientId } });
  return id;
}

/** GST 5 %, then QST 9.5 % on the base and GST: Québec before 2013. */
export function addCompoundRule(workspace: TestWorkspace, name: string) {
  return createTaxRule(workspace.context, {
    name,
    components: [
      { name: 'GST', rate: 5 },
      { name: 'QST', rate: 9.5, compound: true },
    ],
  });
}

/** The row of an invoice. */
export async function storedInvoice(api: TestApi, { accountId }: TestWorkspace, id: string) {
  const row = await api.database.prisma.invoice.findUniqueOrThrow({
    where: { accountId_id: { accountId, id } },
    include: { payments: true },
  });
  return {
    status: row.status,
    paymentTotal: Number(row.paymentTotal),
    amountDue: Number(row.amountDue),
    payments: row.payments.length,
  };
}

/** Does something while the workspace writes its numbers by another pattern; two invoices can have one number so. */
export async function withPattern<T>(
  api: TestApi,
  { accountId }: TestWorkspace,
  invoiceNumberPattern: string,
  work: () => Promise<T>,
): Promise<T> {
  const { workspace } = api.database.prisma;
  const where = { accountId };
  const before = await workspace.findUniqueOrThrow({ where });
  await workspace.update({ where, data: { invoiceNumberPattern } });
  const result = await work();
  const { invoiceNumberPattern: former } = before;
  await workspace.update({ where, data: { invoiceNumberPattern: former } });
  return result;
}
