import type { Template } from 'liquidjs';
import { analyzeSync, LiquidError } from 'liquidjs';
import type { FieldError } from '../kernel/errors.ts';
import { faultsAnywhere, plain, sampleAmount, strict } from './liquid-engine.ts';

/** How many characters a template may come to once it is rendered, by the field that holds it. */
export const longestRendered = {
  subject: 500,
  body: 100_000,
  paymentInstructions: 20_000,
} as const;

/** What the texts of an invoice's template can say; all of it is text as customers read it. */
export interface DocumentValues {
  invoice: {
    number: string;
    total: string;
    amountDue: string;
    /** Its code: "EUR". */
    currency: string;
    dueDate: string;
    /** The day on which it was paid in full; null where it was not. */
    datePaid: string | null;
    description: string | null;
    paymentInstructions: string | null;
    viewOnlineUrl: string | null;
  };
  workspace: { name: string };
  client: { name: string };
}

/** What the templates of a mail can say. */
export interface MailValues extends DocumentValues {
  /** The first of the contacts. */
  contact: MailContact | undefined;
  contacts: MailContact[];
}

/**
 * What payment instructions can say of the invoice that they are written for. Neither what is due, nor when it was paid,
 * nor the link: the text is kept, and a payment changes the former, a renewal the latter.
 */
export interface InstructionsValues extends Omit<DocumentValues, 'invoice'> {
  invoice: Omit<
    DocumentValues['invoice'],
    'amountDue' | 'datePaid' | 'paymentInstructions' | 'viewOnlineUrl'
  >;
}

interface MailContact {
  firstName: string;
  lastName: string | null;
  email: string;
}

const sampleContact = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@lovelace.example' };

const sampleDocument = {
  invoice: {
    number: 'INV-00042',
    total: sampleAmount('€1,190.00'),
    amountDue: sampleAmount('€1,190.00'),
    currency: 'EUR',
    dueDate: '31 March 2026',
    datePaid: '20 March 2026',
    description: 'Website',
    paymentInstructions: 'By bank transfer.',
    viewOnlineUrl: 'https://example.com/invoices/view/1-token',
  },
  workspace: { name: 'Studio' },
  client: { name: 'Lovelace Analytics' },
} satisfies DocumentValues;

/** The values of an invoice without those that its payment instructions cannot say. */
export function instructionsValues({ invoice, ...others }: DocumentValues): InstructionsValues {
  const { amountDue: _due, datePaid: _paid, ...rest } = invoice;
  const { paymentInstructions: _own, viewOnlineUrl: _link, ...said } = rest;
  return { ...others, invoice: said };
}

const samples = {
  document: sampleDocument,
  instructions: instructionsValues(sampleDocument),
  mail: {
    ...sampleDocument,
    contact: sampleContact,
    contacts: [sampleContact],
  } satisfies MailValues,
};

/** Where a template is used, which decides what it can say. */
type TemplateUse = keyof typeof samples;

/** The placeholders, for a person who writes a template. */
export function placeholdersFor(use: TemplateUse): string {
  return Object.entries(samples[use])
    .flatMap(([name, value]) =>
      Array.isArray(value) ? [name] : Object.keys(value).map((field) => `${name}.${field}`),
    )
    .join(', ');
}

/**
 * Renders a template as plain text: nothing is escaped, and unknown placeholders stay empty.
 * @throws LiquidError where it is not well formed or too costly
 */
export function renderPlain(template: string, values: InstructionsValues | DocumentValues): string {
  return String(plain.parseAndRenderSync(template, values));
}

/**
 * A rule for templates that are to be saved, by the names of their fields: each is parsed and rendered with a sample, and
 * refused with the line and the reason, all of them at once, where it cannot be rendered. Placeholders and filters that
 * do not exist are refused too, since they would be missing in what a customer gets, and so is what computes with text,
 * what takes in another template, a subject that comes to nothing, and what comes to more than {@link longestRendered}.
 */
export function templatesFit(
  uses: Readonly<Record<string, TemplateUse>>,
): (fields: object) => FieldError[] {
  return (fields) =>
    Object.entries(fields).flatMap(([path, template]) => {
      const use = uses[path];
      if (use === undefined || typeof template !== 'string') return [];
      const faults = faultsOf(template, use, path);
      return faults.map((message) => ({ path, code: 'invalid_template', message }));
    });
}

/** So many faults are told of one template at most. */
const mostFaults = 20;

/** What is wrong with a template; nothing where it can be rendered. */
function faultsOf(template: string, use: TemplateUse, path: string): string[] {
  try {
    const parsed = strict.parse(template);
    // Rendering sees only the branches that the sample takes, and ends at the first fault.
    const faults = [...unknownPlaceholders(parsed, use), ...faultsAnywhere(parsed, samples[use])];
    if (faults.length > 0) {
      const inOrder = faults.sort((one, other) => one.line - other.line);
      return inOrder
        .slice(0, mostFaults)
        .map(({ line, reason }) => `cannot be rendered, line ${line}: ${reason}`);
    }
    const rendered = String(strict.renderSync(parsed, samples[use]));
    if (path === 'subject' && rendered.trim() === '')
      return ['comes to nothing when it is rendered'];
    const most = Object.entries(longestRendered).find(([field]) => field === path)?.[1];
    return most && rendered.length > most ? [tooLong(rendered.length, most)] : [];
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    return [`cannot be rendered, ${explainLiquid(error)}`];
  }
}

function unknownPlaceholders(parsed: Template[], use: TemplateUse) {
  const used = Object.values(analyzeSync(parsed, { partials: false }).globals).flat();
  return used
    .filter(({ segments }) => !isKnown(segments, samples[use]))
    .map((placeholder) => ({
      line: placeholder.location.row,
      reason: `there is no placeholder ${placeholder}; there are ${placeholdersFor(use)}`,
    }));
}

/** "comes to 600 characters when it is rendered; at most 500 can be sent" */
export function tooLong(length: number, most: number): string {
  return `comes to ${length} characters when it is rendered; at most ${most} can be sent`;
}

function isKnown(segments: readonly unknown[], sample: object): boolean {
  let value: unknown = sample;
  for (const segment of segments) {
    // What is computed, or an item of a list, is only known when it is rendered.
    if (typeof segment !== 'string' || Array.isArray(value)) return true;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return false;
    value = (value as Record<string, unknown>)[segment];
  }
  return true;
}

/** "line 3: undefined filter: upcas" */
export function explainLiquid(error: LiquidError): string {
  const [line] = error.token?.getPosition() ?? [];
  const reason = (error.originalError?.message ?? error.message).replace(
    /, (file:.*, )?line:\d+.*$/s,
    '',
  );
  return line === undefined ? reason : `line ${line}: ${reason}`;
}
