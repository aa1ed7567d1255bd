import { analyzeSync, Liquid, LiquidError } from 'liquidjs';
import type { FieldError } from '../kernel/errors.ts';
import { invalidInput } from '../kernel/errors.ts';

/** Templates are a workspace's own text: they see plain values only, read no file, and cannot keep the service busy. */
const bounds = {
  // In place of the file system.
  templates: {},
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 500,
  memoryLimit: 5_000_000,
} as const;

const plain = new Liquid(bounds);
const strict = new Liquid({ ...bounds, strictVariables: true, strictFilters: true });

/** How many characters a template of a mail may come to once it is rendered, by the field that holds it. */
export const longestRendered = { subject: 500, body: 100_000 } as const;

/** What the texts of an invoice's template can say; all of it is text as customers read it. */
export interface DocumentValues {
  invoice: {
    number: string;
    total: string;
    amountDue: string;
    dueDate: string;
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

interface MailContact {
  firstName: string;
  lastName: string | null;
  email: string;
}

const sampleContact = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@lovelace.example' };

const sampleDocument = {
  invoice: {
    number: 'INV-00042',
    total: '€1,190.00',
    amountDue: '€1,190.00',
    dueDate: '31 March 2026',
    description: 'Website',
    paymentInstructions: 'By bank transfer.',
    viewOnlineUrl: 'https://example.com/invoices/view/1-token',
  },
  workspace: { name: 'Studio' },
  client: { name: 'Lovelace Analytics' },
} satisfies DocumentValues;

const samples = {
  document: sampleDocument,
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
export function renderPlain(template: string, values: DocumentValues): string {
  return String(plain.parseAndRenderSync(template, values));
}

/**
 * Refuses templates that are to be saved, by the name of their field, unless they can be rendered: each is parsed and
 * rendered with a sample. Placeholders and filters that do not exist are refused too, since they would be missing in a
 * customer's mail, and so is what comes to more than {@link longestRendered}.
 * @throws ActionError invalid_input, with the line and the reason
 */
export function checkTemplates(
  use: TemplateUse,
  templates: Readonly<Record<string, string | null | undefined>>,
): void {
  const faults = Object.entries(templates).flatMap(([path, template]): FieldError[] => {
    const most = Object.entries(longestRendered).find(([field]) => field === path)?.[1];
    const reason = template ? faultOf(template, use, most) : null;
    return reason === null ? [] : [{ path, code: 'invalid_template', message: reason }];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

/** What is wrong with a template; null where nothing is. */
function faultOf(
  template: string,
  use: TemplateUse,
  most = Number.POSITIVE_INFINITY,
): string | null {
  try {
    const parsed = strict.parse(template);
    // Rendering sees only the branches that the sample takes.
    const used = Object.values(analyzeSync(parsed, { partials: false }).globals).flat();
    const unknown = used.find(({ segments }) => !isKnown(segments, samples[use]));
    if (unknown) {
      return `cannot be rendered, line ${unknown.location.row}: there is no placeholder ${unknown}; there are ${placeholdersFor(use)}`;
    }
    const { length } = String(strict.renderSync(parsed, samples[use]));
    return length > most ? tooLong(length, most) : null;
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    return `cannot be rendered, ${explainLiquid(error)}`;
  }
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
