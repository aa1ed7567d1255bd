import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';

/** One file per record type with the columns of its table and names of referenced records. */

/** An additional column with the name of a referenced record. */
interface NameColumn {
  model: RecordModel;
  idColumn: string;
  /** SQL of the name, with the alias `n`. */
  nameSql: string;
}

export interface CsvTable {
  model: RecordModel;
  /** Additional columns by header. */
  names: Readonly<Record<string, NameColumn>>;
}

const nameOf = (model: RecordModel, idColumn: string, nameSql = 'n.name'): NameColumn => ({
  model,
  idColumn,
  nameSql,
});

const clientName = nameOf('Client', 'clientId');
const projectName = nameOf('Project', 'projectId');
const vendorName = nameOf('Vendor', 'vendorId');
const userEmail = nameOf('User', 'userId', 'n.email');
const invoiceNumber = nameOf('Invoice', 'invoiceId', 'n."invoiceNumberFormatted"');
const creditNoteNumber = nameOf('CreditNote', 'creditNoteId', 'n."numberFormatted"');
const invoiceCurrency = nameOf('Invoice', 'invoiceId', 'n.currency');

/** By file name without ".csv". */
export const csvTables = {
  clients: { model: 'Client', names: {} },
  contacts: { model: 'Contact', names: { clientName } },
  projects: {
    model: 'Project',
    names: { clientName, projectTypeName: nameOf('ProjectType', 'projectTypeId') },
  },
  deliverables: { model: 'Deliverable', names: { projectName } },
  timeEntries: { model: 'TimeEntry', names: { clientName, projectName, userEmail } },
  vendors: { model: 'Vendor', names: {} },
  expenses: { model: 'Expense', names: { vendorName, clientName, projectName, userEmail } },
  expenseLines: {
    model: 'ExpenseLine',
    names: { currency: nameOf('Expense', 'expenseId', 'n.currency') },
  },
  invoices: { model: 'Invoice', names: { clientName } },
  invoiceLines: { model: 'InvoiceLine', names: { invoiceNumber } },
  invoiceTaxes: { model: 'InvoiceTaxLine', names: { invoiceNumber, currency: invoiceCurrency } },
  payments: { model: 'Payment', names: { invoiceNumber, currency: invoiceCurrency } },
  refunds: { model: 'Refund', names: {} },
  creditNotes: { model: 'CreditNote', names: { invoiceNumber, clientName } },
  creditNoteLines: { model: 'CreditNoteLine', names: { creditNoteNumber } },
  creditNoteTaxes: { model: 'CreditNoteTaxLine', names: { creditNoteNumber } },
  clientCredits: { model: 'ClientCredit', names: { clientName } },
  opportunities: {
    model: 'Opportunity',
    names: { clientName, statusName: nameOf('PipelineStage', 'statusId', 'n.label') },
  },
  formSubmissions: { model: 'FormSubmission', names: {} },
  tickets: { model: 'Ticket', names: { clientName } },
  ticketComments: { model: 'TicketComment', names: { userEmail } },
  attachments: { model: 'Attachment', names: { clientName } },
  calendarEvents: { model: 'CalendarEvent', names: { userEmail } },
  taxRules: { model: 'TaxRule', names: {} },
  taxComponents: { model: 'TaxComponent', names: { taxRuleName: nameOf('TaxRule', 'taxRuleId') } },
  exchangeRates: { model: 'ExchangeRate', names: {} },
  users: { model: 'User', names: {} },
} as const satisfies Record<string, CsvTable>;

export type CsvTableName = keyof typeof csvTables;

export const csvTableNames = Object.keys(csvTables) as CsvTableName[];

export const isCsvTable = (text: string): text is CsvTableName => Object.hasOwn(csvTables, text);

export function permissionAreasOfCsvTable(table: CsvTableName): PermissionArea[] {
  const { model, names }: CsvTable = csvTables[table];
  const models = [model, ...Object.values(names).map((name) => name.model)];
  return [...new Set(models.map((name) => permissionAreaByModel[name]))];
}
