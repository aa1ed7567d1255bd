import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi, TestWorkspace } from './api.ts';

let serial = 0;
const next = () => {
  serial += 1;
  return String(serial).padStart(6, '0');
};

/** Rows that figures sum up, made as they are wanted rather than as verbs would make them. */
export function arranger({ database: { prisma } }: TestApi, { accountId }: TestWorkspace) {
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  return {
    async client(fields: Partial<Prisma.ClientUncheckedCreateInput> = {}) {
      const id = `cli_${next()}`;
      await prisma.client.create({ data: { accountId, id, name: id, ...fields } });
      return id;
    },
    async project(clientId: string, feeSchedule?: Prisma.InputJsonObject) {
      const type = await prisma.projectType.findFirstOrThrow({ where: { accountId } });
      const id = `prj_${next()}`;
      await prisma.project.create({
        data: {
          accountId,
          id,
          name: id,
          clientId,
          projectTypeId: type.id,
          ...(feeSchedule && { feeSchedule }),
        },
      });
      return id;
    },
    async invoice(
      clientId: string,
      amount: number,
      dueDate: string,
      fields: Partial<Prisma.InvoiceUncheckedCreateInput> = {},
    ) {
      const id = `inv_${next()}`;
      await prisma.invoice.create({
        data: {
          accountId,
          id,
          clientId,
          invoiceNumberFormatted: id,
          status: 'SENT',
          currency: 'EUR',
          subTotal: amount,
          total: amount,
          // By itself on one server; where tables are spread there are no triggers.
          amountDue: ['VOIDED', 'WRITE_OFF'].includes(String(fields.status)) ? 0 : amount,
          dateCreated: day(dueDate),
          ...(fields.status !== 'DRAFT' && { dateIssued: fields.dateCreated ?? day(dueDate) }),
          dueDate: day(dueDate),
          clientInfo: {},
          viewToken: id,
          ...fields,
        },
      });
      return id;
    },
    async payment(invoiceId: string, amount: number, date: string) {
      const id = `pay_${next()}`;
      const { amountDue } = await prisma.invoice.findUniqueOrThrow({
        where: { accountId_id: { accountId, id: invoiceId } },
      });
      await prisma.$transaction([
        prisma.payment.create({ data: { accountId, id, invoiceId, amount, date: day(date) } }),
        prisma.invoice.updateMany({
          where: { accountId, id: invoiceId },
          data: {
            status: amountDue.eq(amount) ? 'PAID' : 'PARTIAL',
            paymentTotal: { increment: amount },
            amountDue: { decrement: amount },
          },
        }),
      ]);
    },
    async line(invoiceId: string, projectId: string, lineTotal: number) {
      const id = `lin_${next()}`;
      await prisma.invoiceLine.create({
        data: {
          accountId,
          id,
          invoiceId,
          projectId,
          position: Number(id.slice(4)),
          quantity: 1,
          unitPrice: lineTotal,
          lineTotal,
        },
      });
    },
    async time(
      start: string,
      minutes: number,
      fields: Partial<Prisma.TimeEntryUncheckedCreateInput> & { userId: number },
    ) {
      const timerStart = new Date(start);
      const timerEnd = new Date(timerStart.getTime() + minutes * 60_000);
      await prisma.timeEntry.create({
        data: { accountId, id: `tim_${next()}`, timerStart, timerEnd, ...fields },
      });
    },
  };
}
