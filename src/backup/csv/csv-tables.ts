import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';

/**
 * CSV exports: one file per record type with the columns of its table and names of referenced
 * records.
 */

/** A name next to an id. */
interface Named {
  model: RecordModel;
  /** The column with the id. */
  by: string;
  /** SQL of the name, with the alias `n`. */
  shows: string;
}

export interface CsvTable {
  model: RecordModel;
  /** Additional columns by header. */
  named: Readonly<Record<string, Named>>;
}

const name = (model: RecordModel, by: string, shows = 'n.name'): Named => ({ model, by, shows });

const clientName = name('Client', 'clientId');
const projectName = name('Project', 'projectId');
const vendorName = name('Vendor', 'vendorId');
const userEmail = name('User', 'userId', 'n.email');
const invoiceNumber = name('Invoice', 'invoiceId', 'n."invoiceNumberFormatted"');
const creditNoteNumber = name('CreditNote', 'creditNoteId', 'n."numberFormatted"');
const invoiceCurrency = name('Invoice', 'invoiceId', 'n.currency');

/** By file name. */
export const csvTables = {
  clients: { model: 'Client', named: {} },
  contacts: { model: 'Contact', named: { clientName } },
  projects: {
    model: 'Project',
    named: { clientName, projectTypeName: name('ProjectType', 'projectTypeId') },
  },
  deliverables: { model: 'Deliverable', named: { projectName } },
  timeEntries: { model: 'TimeEntry', named: { clientName, projectName, userEmail } },
  vendors: { model: 'Vendor', named: {} },
  expenses: { model: 'Expense', named: { vendorName, clientName, projectName, userEmail } },
  invoices: { model: 'Invoice', named: { clientName } },
  invoiceLines: { model: 'InvoiceLine', named: { invoiceNumber } },
  invoiceTaxes: { model: 'InvoiceTaxLine', named: { invoiceNumber, currency: invoiceCurrency } },
  payments: { model: 'Payment', named: { invoiceNumber, currency: invoiceCurrency } },
  refunds: { model: 'Refund', named: {} },
  creditNotes: { model: 'CreditNote', named: { invoiceNumber, clientName } },
  creditNoteLines: { model: 'CreditNoteLine', named: { creditNoteNumber } },
  creditNoteTaxes: { model: 'CreditNoteTaxLine', named: { creditNoteNumber } },
  clientCredits: { model: 'ClientCredit', named: { clientName } },
  opportunities: {
    model: 'Opportunity',
    named: { clientName, statusName: name('PipelineStage', 'statusId', 'n.label') },
  },
  formSubmissions: { model: 'FormSubmission', named: {} },
  calendarEvents: { model: 'CalendarEvent', named: { userEmail } },
  taxRules: { model: 'TaxRule', named: {} },
  taxComponents: { model: 'TaxComponent', named: { taxRuleName: name('TaxRule', 'taxRuleId') } },
  exchangeRates: { model: 'ExchangeRate', named: {} },
  users: { model: 'User', named: {} },
} as const satisfies Record<string, CsvTable>;

export type CsvTableName = keyof typeof csvTables;

export const csvTableNames = Object.keys(csvTables) as CsvTableName[];

export const isCsvTable = (text: string): text is CsvTableName => Object.hasOwn(csvTables, text);

/** Permission areas of a file's records and of the names in it. */
export function permissionAreasOfCsvTable(table: CsvTableName): PermissionArea[] {
  const { model, named }: CsvTable = csvTables[table];
  const models = [model, ...Object.values(named).map((one) => one.model)];
  return [...new Set(models.map((one) => permissionAreaByModel[one]))];
}
