import { moneyText } from '../../src/documents/text-formatting.ts';
import { findProjectProfits } from '../../src/domain/accounting/project-profit.ts';
import { attachmentUrl } from '../../src/domain/attachments/links.ts';
import { explainInvoice } from '../../src/domain/invoices/explain-invoice.ts';
import { findInvoiceWarnings } from '../../src/domain/invoices/invoice-warnings.ts';
import { allowedActions } from '../../src/domain/invoices/lifecycle.ts';
import { computeEffectiveRate } from '../../src/domain/invoices/tax-components.ts';
import { findBudgetUsedByProject } from '../../src/domain/record-totals/project-budgets.ts';
import { findTimePrices } from '../../src/domain/work-prices/time-prices.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { testPublicUrl } from './api.ts';
import type { ReadModel, Row } from './read-model.ts';

/** What fields show that no column and no relation of their name has; rules of the domain have tests of their own. */

type Compute = (row: Row, model: ReadModel, context: Context) => unknown;

export const minutes = (entries: readonly Row[]) =>
  Math.floor(
    entries.reduce(
      (sum, { timerStart, timerEnd }) =>
        sum + Number(new Date(String(timerEnd))) - Number(new Date(String(timerStart))),
      0,
    ) / 60_000,
  );

const entriesOf = (model: ReadModel, column: string, { id }: Row) =>
  model.rows('TimeEntry').filter((entry) => entry[column] === id);

const sorted = <T>(values: readonly T[]) =>
  [...values].sort((one, other) => Number(one > other) - Number(one < other));

const byPosition = (rows: readonly Row[], column = 'position') =>
  [...rows].sort(
    (one, other) =>
      Number(one[column]) - Number(other[column]) ||
      Number(String(one.id) > String(other.id)) - 0.5,
  );

const customValues =
  (recordType: string): Compute =>
  ({ customValues: stored }, model) =>
    byPosition(model.rows('CustomField').filter((field) => field.recordType === recordType))
      .filter(({ id }) => Object.hasOwn(stored as object, String(id)))
      .map(({ id, name, mappingKey, type }) => ({
        fieldId: id,
        fieldName: name,
        mappingKey,
        type,
        value: (stored as Row)[String(id)],
      }));

const stored =
  (column: string): Compute =>
  (row) =>
    row[column];

const invoiceOfRow = (row: Row, model: ReadModel) => model.find('Invoice', row.invoiceId) as Row;

/** Every amount of a record as text, of which a query selects some. */
const formatted =
  (ownerOf: (row: Row, model: ReadModel) => Row = (row) => row): Compute =>
  (row, model) => {
    const currency = String(ownerOf(row, model).currency);
    const amounts = Object.entries(row).filter(([, value]) =>
      /^-?\d+(\.\d+)?$/.test(String(value)),
    );
    return Object.fromEntries(
      amounts.map(([name, value]) => [name, moneyText(new Decimal(String(value)), currency)]),
    );
  };

const link = ({ accountId, viewToken }: Row, end = '') =>
  viewToken === null ? null : `${testPublicUrl}/invoices/view/${accountId}-${viewToken}${end}`;

const isOwed = ({ status, amountDue }: Row) =>
  Number(amountDue) > 0 && !['DRAFT', 'VOID', 'WRITTEN_OFF'].includes(String(status));

const numbersOf = (row: Row, ...columns: string[]) => ({
  ...row,
  ...Object.fromEntries(
    columns.map((column) => {
      const value = row[column] ?? null;
      return [column, value === null ? null : new Decimal(String(value))];
    }),
  ),
});

const partsOf = (model: ReadModel, name: string, { id }: Row, column: string) =>
  byPosition(
    model.rows(name).filter(({ invoiceId }) => invoiceId === id),
    column,
  );

/** A column of an endpoint's live delivery. */
const cursorColumn =
  (column: string): Compute =>
  ({ id }, model) =>
    model.rows('WebhookCursor').find((row) => row.endpointId === id && !row.isReplay)?.[column] ??
    null;

export const computed: Readonly<Record<string, Compute>> = {
  'WebhookEndpoint.position': cursorColumn('position'),
  'WebhookEndpoint.consecutiveFailures': cursorColumn('consecutiveFailures'),
  'WebhookEndpoint.firstFailureAt': cursorColumn('firstFailureAt'),
  'WebhookEndpoint.nextAttemptAt': cursorColumn('nextAttemptAt'),
  // No delivery of the filled workspace is of an event.
  'WebhookDelivery.request': () => null,
  'ApiKey.state': ({ revokedAt, expiresAt }, _, { now }) =>
    revokedAt !== null
      ? 'revoked'
      : expiresAt !== null && new Date(String(expiresAt)) <= now
        ? 'expired'
        : 'active',
  'Attachment.url': (row, _, context) => attachmentUrl(context, row as never),
  'Client.customValues': customValues('CLIENT'),
  'Contact.customValues': customValues('CONTACT'),
  'Deliverable.customValues': customValues('DELIVERABLE'),
  'Opportunity.customValues': customValues('OPPORTUNITY'),
  'Project.customValues': customValues('PROJECT'),
  'Client.paymentTerms': stored('paymentTerms'),
  'Client.unbilledMinutes': (row, model) =>
    minutes(
      entriesOf(model, 'clientId', row).filter(
        ({ invoiceId, billable }) => invoiceId === null && billable,
      ),
    ),
  'Client.creditBalance': ({ id }, model) => {
    const own = model.rows('ClientCredit').filter(({ clientId }) => clientId === id);
    return sorted([...new Set(own.map(({ currency }) => String(currency)))]).map((currency) => ({
      currency,
      amount: own
        .filter((change) => change.currency === currency)
        .reduce((sum, { amount }) => sum.plus(String(amount)), new Decimal(0)),
    }));
  },
  'Client.outstanding': ({ id }, model) => {
    const owed = model
      .rows('Invoice')
      .filter((invoice) => invoice.clientId === id && isOwed(invoice));
    return sorted([...new Set(owed.map(({ currency }) => String(currency)))]).map((currency) => ({
      currency,
      amount: owed
        .filter((invoice) => invoice.currency === currency)
        .reduce((sum, { amountDue }) => sum.plus(String(amountDue)), new Decimal(0)),
    }));
  },
  'Deliverable.assignedToList': ({ id }, model) =>
    model
      .rows('DeliverableAssignee')
      .filter(({ deliverableId }) => deliverableId === id)
      .map(({ userId }) => Number(userId))
      .sort((one, other) => one - other),
  'Deliverable.clientId': ({ projectId }, model) => model.find('Project', projectId)?.clientId,
  'Deliverable.status': ({ statusId }, model) => model.find('TaskStage', statusId)?.label,
  'Deliverable.toDos': stored('toDos'),
  'Deliverable.trackedMinutes': (row, model) => minutes(entriesOf(model, 'deliverableId', row)),
  'FormSubmission.formData': stored('formData'),
  'FormSubmission.formName': ({ formId }, model) => model.find('Form', formId)?.name,
  'Invoice.allowedActions': (row, model) =>
    allowedActions({
      ...numbersOf(row, 'paymentTotal', 'creditedTotal'),
      nextNumber: Number(model.rows('InvoiceSequence')[0]?.nextNumber ?? 1),
    } as never),
  'CreditNote.formatted': formatted(),
  'Expense.formatted': formatted(),
  'Expense.taxBreakdown': ({ id }, model) => {
    const lines = model.rows('ExpenseLine').filter(({ expenseId }) => expenseId === id);
    const sumOf = (column: string) =>
      lines.reduce((sum, line) => sum.plus(String(line[column])), new Decimal(0));
    const [first] = lines;
    const amounts = {
      taxableAmount: sumOf('net'),
      amount: sumOf('tax'),
      deductibleAmount: sumOf('tax'),
    };
    // The lines of the filled workspace have one category and rate.
    return first ? [{ category: first.taxCategory, rate: first.taxRate, ...amounts }] : [];
  },
  'Invoice.formatted': formatted(),
  'InvoiceLine.formatted': formatted(invoiceOfRow),
  'Payment.formatted': formatted(invoiceOfRow),
  'Invoice.clientInfo': stored('clientInfo'),
  'Invoice.seller': ({ sellerInfo }) =>
    sellerInfo && {
      ...(sellerInfo as Row),
      isFromUpgrade: (sellerInfo as Row).keptBy === 'MIGRATION',
    },
  'CreditNote.pdfUrl': (row, model) =>
    link(model.find('Invoice', row.invoiceId) as Row, `/credit-notes/${row.id}.pdf`),
  'Invoice.pdfUrl': (row) => link(row, '/invoice.pdf'),
  'Invoice.viewOnlineUrl': (row) => link(row),
  'Invoice.taxRule': stored('taxRuleSnapshot'),
  'Invoice.totalsExplanation': (row, model) =>
    explainInvoice({
      ...numbersOf(
        row,
        'discountPercent',
        'paymentTotal',
        'creditedTotal',
        'taxPercentage',
        'roundTo',
      ),
      lineItems: partsOf(model, 'InvoiceLine', row, 'position').map((line) =>
        numbersOf(line, 'quantity', 'unitPrice', 'price', 'baseQuantity', 'percent'),
      ),
      taxBreakdown: partsOf(model, 'InvoiceTaxLine', row, 'order').map((tax) =>
        numbersOf(tax, 'rate'),
      ),
    } as never),
  'Invoice.warnings': (row, model) =>
    findInvoiceWarnings(partsOf(model, 'InvoiceTaxLine', row, 'order') as never),
  'Opportunity.leadInfo': stored('leadInfo'),
  'Opportunity.toDos': stored('toDos'),
  'Ticket.formData': stored('formData'),
  'Ticket.open': ({ closedAt }) => closedAt === null,
  'Project.budgetUsed': async ({ id }, _, context) =>
    (await findBudgetUsedByProject({ ...context }, [String(id)])).get(String(id)) ?? null,
  'Project.memberIds': ({ id }, model) =>
    model
      .rows('ProjectMember')
      .filter(({ projectId }) => projectId === id)
      .map(({ userId }) => Number(userId))
      .sort((one, other) => one - other),
  'Project.feeSchedule': stored('feeSchedule'),
  'Project.profit': async ({ id }, _, context) =>
    (await findProjectProfits({ ...context }, [String(id)])).get(String(id)) ?? [],
  'Project.trackedMinutes': (row, model) => minutes(entriesOf(model, 'projectId', row)),
  'ProjectTemplate.feeSchedule': stored('feeSchedule'),
  'TaxRule.effectiveRate': ({ id }, model) => {
    const taxes = model.rows('TaxComponent').filter(({ taxRuleId }) => taxRuleId === id);
    return computeEffectiveRate(
      byPosition(taxes, 'order').map((tax) => numbersOf(tax, 'rate')) as never,
    );
  },
  'TimeEntry.billing': async ({ id }, _, context) =>
    (await findTimePrices({ ...context }, [String(id)])).get(String(id)) ?? null,
  'TimeEntry.deliverableName': ({ deliverableId }, model) =>
    model.find('Deliverable', deliverableId)?.name ?? null,
  'TimeEntry.minutes': (row) => minutes([row]),
  'User.signIn': ({ personId, invitationExpiresAt }, _, { now }) => {
    if (personId !== null) return 'SIGNS_IN';
    if (invitationExpiresAt === null) return 'NOT_INVITED';
    return new Date(String(invitationExpiresAt)) > now ? 'INVITED' : 'INVITATION_OVER';
  },
};

/** Lists of records that no relation of their name leads to, in their order. */
export const related: Readonly<Record<string, (row: Row, model: ReadModel) => Row[]>> = {
  'Deliverable.assignees': ({ id }, model) =>
    model
      .rows('DeliverableAssignee')
      .filter(({ deliverableId }) => deliverableId === id)
      .map(({ userId }) => model.find('User', userId) as Row)
      .sort((one, other) => Number(one.id) - Number(other.id)),
  'User.deliverables': ({ id }, model) =>
    model
      .rows('DeliverableAssignee')
      .filter(({ userId }) => userId === id)
      .map(({ deliverableId }) => model.find('Deliverable', deliverableId) as Row)
      .sort((one, other) => (String(one.id) < String(other.id) ? 1 : -1)),
  'Project.members': ({ id }, model) =>
    model
      .rows('ProjectMember')
      .filter(({ projectId }) => projectId === id)
      .map(({ userId }) => model.find('User', userId) as Row)
      .sort((one, other) => Number(one.id) - Number(other.id)),
  'User.projects': ({ id }, model) =>
    model
      .rows('ProjectMember')
      .filter(({ userId }) => userId === id)
      .map(({ projectId }) => model.find('Project', projectId) as Row)
      .sort((one, other) => (String(one.id) < String(other.id) ? 1 : -1)),
  'Project.invoices': ({ id }, model) => {
    const lines = model.rows('InvoiceLine').filter(({ projectId }) => projectId === id);
    const ids = new Set(lines.map(({ invoiceId }) => invoiceId));
    return model
      .rows('Invoice')
      .filter((invoice) => ids.has(invoice.id))
      .sort((one, other) => (String(one.id) < String(other.id) ? 1 : -1));
  },
  'ProjectType.projectFields': (row, model) => fieldsOf('PROJECT', row, model),
  'ProjectType.deliverableFields': (row, model) => fieldsOf('DELIVERABLE', row, model),
};

const fieldsOf = (recordType: string, { id }: Row, model: ReadModel) =>
  byPosition(
    model
      .rows('CustomField')
      .filter(
        (field) =>
          field.recordType === recordType &&
          (field.projectTypeId === null || field.projectTypeId === id),
      ),
  );

/** The column by which a short list that belongs to its record is ordered; the id, where there is none. */
export const orderOfParts: Readonly<Record<string, string>> = {
  'ProjectType.statusList': 'position',
  'ProjectTemplate.deliverables': 'position',
  'Invoice.lineItems': 'position',
  'Invoice.taxBreakdown': 'order',
  'TaxRule.components': 'order',
};
