import type { Prisma } from '../../generated/prisma/client.ts';

/** SQL expressions on the record with alias `t`. */
interface SearchedType {
  model: Prisma.ModelName;
  title: string;
  /** If several fields match equally well, a hit contains the first. */
  fields: Readonly<Record<string, string>>;
  /** Fields whose digits are searched. */
  phones?: readonly string[];
  /** Records that lists omit. */
  hidden?: string;
}

/** Indexes of longer texts would slow down writes. */
const startOf = (column: string) => `left(t."${column}", 1000)`;

const contactName = `nullif(btrim(coalesce(t."firstName", '') || ' ' || coalesce(t."lastName", '')), '')`;

const formFieldSql = (name: string) => `(t."formData" ->> '${name}')`;
const leadName = `nullif(btrim(coalesce(${formFieldSql('firstName')}, '') || ' ' || coalesce(${formFieldSql('lastName')}, '')), '')`;

/** Each type has an index in `prisma/sql/constraints`. */
const searchedTypes = {
  CLIENT: {
    model: 'Client',
    title: 't.name',
    fields: { name: 't.name', phone: 't.phone' },
    phones: ['phone'],
    hidden: 't.archived',
  },
  CONTACT: {
    model: 'Contact',
    title: `coalesce(${contactName}, t.email, '')`,
    fields: { name: contactName, email: 't.email', phone: 't.phone', mobile: 't.mobile' },
    phones: ['phone', 'mobile'],
    hidden: 't.archived',
  },
  PROJECT: {
    model: 'Project',
    title: 't.name',
    fields: { name: 't.name', description: startOf('description') },
    hidden: 'NOT t.active',
  },
  DELIVERABLE: {
    model: 'Deliverable',
    title: 't.name',
    fields: { name: 't.name', description: startOf('description') },
    hidden: 't.archived',
  },
  INVOICE: {
    model: 'Invoice',
    title: 't."invoiceNumberFormatted"',
    fields: {
      invoiceNumberFormatted: 't."invoiceNumberFormatted"',
      invoiceNumber: 't."invoiceNumber"::text',
      orderNumber: 't."orderNumber"',
      description: startOf('description'),
    },
  },
  EXPENSE: {
    model: 'Expense',
    title: `coalesce(${startOf('description')}, t.category, t."billNo", '')`,
    fields: { description: startOf('description'), billNo: 't."billNo"' },
  },
  OPPORTUNITY: {
    model: 'Opportunity',
    title: 't.name',
    fields: { name: 't.name', description: startOf('description') },
    hidden: 't.archived',
  },
  TICKET: {
    model: 'Ticket',
    title: `coalesce(t.subject, t."ticketNumber"::text)`,
    fields: { subject: 't.subject', ticketNumber: 't."ticketNumber"::text' },
    hidden: 't.archived',
  },
  FORM_SUBMISSION: {
    model: 'FormSubmission',
    title: `coalesce(${leadName}, ${formFieldSql('businessName')}, ${formFieldSql('email')}, '')`,
    fields: {
      name: leadName,
      businessName: formFieldSql('businessName'),
      email: formFieldSql('email'),
      phone: formFieldSql('phone'),
      notes: startOf('notes'),
    },
    phones: ['phone'],
  },
} as const satisfies Record<string, SearchedType>;

export type SearchType = keyof typeof searchedTypes;

export const searchTypes = Object.keys(searchedTypes) as readonly SearchType[];

export const searchedType = (type: SearchType): SearchedType => searchedTypes[type];

export const separators = /[-./@_]/g;

/**
 * Writes each field as ` Q`, its text in lower case, and `Z`. Texts contain no other capitals, so a pattern with Q or Z matches only
 * the beginning or the end of a field. Trigrams ignore case.
 */
export const normalizedSql = (text: string) =>
  `replace(translate(search_form(${text}), '-./@_', '     '), '|', 'Z Q')`;

/** Equal to the SQL function `phone_digits`, but six times as fast. */
export const digitsSql = (phone: string) =>
  `translate(replace(${phone}, '(0)', ''), ' +()./-\u2010\u2011\u2013\u2014', '')`;

/** The expression of the index `<model>_search_idx`. */
export function searchTextSql(type: SearchType): string {
  const { fields, phones = [] } = searchedType(type);
  const texts = Object.entries(fields).map(([name, sql]) => {
    return `coalesce('|' || ${phones.includes(name) ? digitsSql(sql) : sql}, '')`;
  });
  return normalizedSql(`${texts.join(' || ')} || '|'`);
}
