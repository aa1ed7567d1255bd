import { beforeEach, expect, test } from 'vitest';
import { todayIn } from '../../../src/platform/dates/dates.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { holdClock } from '../../support/clock.ts';
import { created, invoiceOf } from '../../support/invoices.ts';
import { mutated } from '../../support/mutations.ts';

const api = useTestApi();

// No day or year ends while a test compares with it.
beforeEach(holdClock);

const source = `query ($year: Int) { numberAudit(year: $year) { year series { series period first last count drafts voided gaps { first last } }
  voids { number reason dateIssued } chosen } }`;

async function auditOf(workspace: TestWorkspace, year?: number) {
  const { body } = await workspace.gql(source, { year });
  expect(body.errors).toBeUndefined();
  return body.data.numberAudit;
}

test('the report on numbers of a year has the first and the last, every gap, and the reasons of voids', async () => {
  const workspace = await api.addWorkspace();
  const year = new Date().getUTCFullYear();
  await created(workspace, 'clients/create', { name: 'Acme' });
  expect(await auditOf(workspace)).toEqual({ year, series: [], voids: [], chosen: [] });
  await mutated(
    workspace,
    'updateWorkspace',
    {
      ...{ invoiceNumberPattern: 'RE-{YYYY}-{SEQ:3}', creditNoteNumberPattern: 'G{YY}-#' },
      numberRestart: 'YEAR',
    },
    'name',
  );
  const make = (more = {}) => invoiceOf(workspace, 'Acme', 5, more);
  const made = await Promise.all([...Array(6).keys()].map(() => make()));
  await workspace.post('invoices/create', { clientName: 'Acme', items: [] });
  await make({ invoiceNumber: '=Final' });
  // Invoices that are made at once get their numbers in any order.
  const one = made.find(({ invoiceNumber }) => invoiceNumber === 1);
  await mutated(workspace, 'markInvoiceSent', { id: one.id });
  await mutated(workspace, 'voidInvoice', { id: one.id, reason: '=Sent\u202e\r\ntwice' });
  const audit = await auditOf(workspace);
  expect(audit).toEqual({
    year,
    series: [
      {
        ...{ series: 'INVOICE', period: String(year), gaps: [] },
        ...{ first: `RE-${year}-001`, last: `RE-${year}-006`, count: 6, drafts: 5, voided: 1 },
      },
    ],
    voids: [
      {
        number: one.invoiceNumberFormatted,
        reason: '=Sent twice',
        dateIssued: expect.stringContaining(String(year)),
      },
    ],
    chosen: ['=Final'],
  });
  // Chosen far ahead, it is no gap as long as the counter has not come there; taken out by hand, it is one.
  await make({ invoiceNumber: '9' });
  expect((await auditOf(workspace)).series[0]).toMatchObject({ count: 7, gaps: [] });
  const gone = made.find(({ invoiceNumber }) => invoiceNumber === 3);
  await api.database.pool.query(
    'UPDATE "Invoice" SET "invoiceNumber" = NULL WHERE "accountId" = $1 AND id = $2',
    [workspace.accountId, gone.id],
  );
  expect((await auditOf(workspace)).series[0].gaps).toEqual([{ first: 3, last: 3 }]);
  expect((await auditOf(workspace, year - 1)).series).toEqual([]);
  const key = { headers: { 'x-api-key': workspace.key } };
  const csv = await api.request(`/books/numbers.csv?year=${year}`, key);
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.text?.split('\r\n')).toEqual([
    'kind,series,period,first,last,count,drafts,voided,day,reason',
    `SERIES,INVOICE,${year},RE-${year}-001,RE-${year}-009,6,5,1,,`,
    `GAP,INVOICE,${year},3,3,1,,,,`,
    expect.stringMatching(
      new RegExp(
        `^VOID,,,${one.invoiceNumberFormatted},.*,1,,,${year}-\\d\\d-\\d\\d,'=Sent twice$`,
      ),
    ),
    `CHOSEN,,,${gone.invoiceNumberFormatted},${gone.invoiceNumberFormatted},1,,,,`,
    `CHOSEN,,,'=Final,'=Final,1,,,,`,
    '',
  ]);
  const rejected = await api.request('/books/numbers.csv?year=x', key);
  expect([rejected.status, rejected.body.code]).toEqual([400, 'invalid_input']);
});

test('another workspace’s numbers are not contained', async () => {
  await created(api.theirs, 'clients/create', { name: 'Acme' });
  await invoiceOf(api.theirs, 'Acme', 5);
  expect((await auditOf(api.ours)).series).toEqual([]);
});

test('credit notes are a series of their own, with their gaps', async () => {
  const workspace = await api.addWorkspace();
  await created(workspace, 'clients/create', { name: 'Acme' });
  for (let index = 0; index < 3; index += 1) {
    const { id } = await invoiceOf(workspace, 'Acme', 5);
    await mutated(workspace, 'markInvoiceSent', { id });
    await mutated(workspace, 'createCreditNote', { input: { invoiceId: id } });
  }
  const seriesOf = async () =>
    (await auditOf(workspace)).series.filter(
      ({ series }: { series: string }) => series === 'CREDIT_NOTE',
    );
  const range = { series: 'CREDIT_NOTE', period: '', first: 'CN-00001', last: 'CN-00003' };
  expect(await seriesOf()).toEqual([{ ...range, count: 3, drafts: 0, voided: 0, gaps: [] }]);
  await api.database.pool.query(
    'UPDATE "CreditNote" SET number = 9 WHERE "accountId" = $1 AND number = 2',
    [workspace.accountId],
  );
  const [{ gaps }] = await seriesOf();
  expect(gaps).toEqual([{ first: 2, last: 2 }]);
});

test('credit notes are identified by the counter of their creation, regardless of later settings', async () => {
  const workspace = await api.addWorkspace();
  const year = String(new Date().getUTCFullYear());
  await created(workspace, 'clients/create', { name: 'Acme' });
  const creditOne = async () => {
    const { id } = await invoiceOf(workspace, 'Acme', 5);
    await mutated(workspace, 'markInvoiceSent', { id });
    await mutated(workspace, 'createCreditNote', { input: { invoiceId: id } });
  };
  for (let index = 0; index < 3; index += 1) await creditOne();
  const settings = {
    ...{ invoiceNumberPattern: 'RE-{YYYY}-{SEQ}', creditNoteNumberPattern: 'GS-{YYYY}-{SEQ:3}' },
    numberRestart: 'YEAR',
  };
  await mutated(workspace, 'updateWorkspace', settings, 'name');
  for (let index = 0; index < 2; index += 1) await creditOne();
  const { series } = await auditOf(workspace);
  const notes = series.filter((one: { series: string }) => one.series === 'CREDIT_NOTE');
  const none = { drafts: 0, voided: 0, gaps: [] };
  const [before, now] = [
    { period: '', first: 'CN-00001', last: 'CN-00003', count: 3 },
    { period: year, first: `GS-${year}-001`, last: `GS-${year}-002`, count: 2 },
  ];
  expect(notes).toEqual([before, now].map((one) => ({ series: 'CREDIT_NOTE', ...one, ...none })));
  // Of one that the release before made, it is not known.
  await api.database.pool.query(
    'UPDATE "CreditNote" SET "numberPeriod" = NULL WHERE "accountId" = $1 AND "numberPeriod" <> $2',
    [workspace.accountId, ''],
  );
  expect((await auditOf(workspace)).series).toEqual(series);
});

// At every moment one of the two has another day than UTC.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'an invoice is void since the day that the clocks in %s have',
  async (timeZone) => {
    const workspace = await api.addWorkspace({ timeZone });
    await created(workspace, 'clients/create', { name: 'Acme' });
    const { id } = await invoiceOf(workspace, 'Acme', 5);
    await mutated(workspace, 'markInvoiceSent', { id });
    await mutated(workspace, 'voidInvoice', { id, reason: 'Twice' });
    const today = todayIn(timeZone, new Date());
    const year = Number(today.slice(0, 4));
    const requested = `{ numberAudit(year: ${year}) { voids { dateIssued voidedOn } } }`;
    const { body } = await workspace.gql(requested);
    expect(body.data.numberAudit.voids).toEqual([{ dateIssued: today, voidedOn: today }]);
    const key = { headers: { 'x-api-key': workspace.key } };
    const csv = await api.request(`/books/numbers.csv?year=${year}`, key);
    expect(csv.text).toMatch(new RegExp(`^VOID,.*,${today},Twice\r$`, 'm'));
  },
);
