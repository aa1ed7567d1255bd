import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLNamedType,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, Kind, parse } from 'graphql';
import { truncateText } from '../platform/errors/action-error.ts';
import { schema } from '../schema/index.ts';

/**
 * Text that people outside of the workspace write is delimited, so that a model does not take it for instructions. Forms also create
 * clients, contacts and opportunities.
 */

const personFields = ['firstName', 'lastName', 'role', 'phone'];
const addressFields = ['address1', 'address2', 'city', 'locality', 'postal', 'country'];
const submissionFields = ['name', 'businessName', 'email'];

/** Fields with such text, by type. Undefined means all fields. */
const outsideFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Answer: undefined,
  Attachment: ['fileName'],
  Client: ['name', ...addressFields, 'website', 'taxId'],
  Contact: [...personFields, 'name'],
  Deliverable: ['approvedBy'],
  // Texts of received invoices.
  Expense: ['description', 'notes', 'billNo'],
  ExpenseLine: ['description', 'unit'],
  FormSubmission: ['formData', 'notes', ...personFields, ...submissionFields],
  LeadInfo: undefined,
  MailPreview: ['body', 'html', 'subject'],
  Opportunity: ['name', 'description', 'leadInfo'],
  OutboxMail: ['body', 'html', 'lastError', 'subject'],
  SearchHit: ['title', 'value'],
  Ticket: ['formData', 'subject'],
  TicketComment: ['authorEmail', 'authorName', 'comment'],
  Vendor: ['name', 'notes', 'phone', 'taxId', 'legalId'],
  WebhookDelivery: ['error', 'responseExcerpt'],
};

const opening = '<untrusted>';
const closing = '</untrusted>';

const containsDelimiter = (text: string): boolean =>
  /untrusted/i.test(text.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Cc}]/gu, ''));

export const markText = (text: string): string =>
  `${opening}${containsDelimiter(text) ? text.replaceAll(/[<＜﹤]/g, '&lt;') : text}${closing}`;

function unmark(text: string): string {
  if (!text.startsWith(opening) || !text.endsWith(closing)) return text;
  const inner = text.slice(opening.length, -closing.length);
  return containsDelimiter(inner) ? inner.replaceAll('&lt;', '<') : inner;
}

export function truncateOutsideText(text: string, maxLength: number): string {
  const inner = unmark(text);
  const truncated = truncateText(inner, maxLength);
  return inner === text ? truncated : markText(truncated);
}

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  // Form answers are any JSON, so their property names can be text of outsiders too.
  const entries = Object.entries(value).map(([name, entry]) => [
    /^\w{1,40}$/.test(name) ? name : change(name),
    mapTexts(entry, change),
  ]);
  return Object.fromEntries(entries);
};

const markAll = (value: unknown) => mapTexts(value, markText);

/** Delimits the quoted names in messages of an error. */
export const markQuoted = <T>(names: readonly string[], value: T): T =>
  mapTexts(value, (text) =>
    names.reduce(
      (marked, name) => marked.replaceAll(`"${name}"`, () => `"${markText(name)}"`),
      text,
    ),
  ) as T;

/** Models copy texts with their delimiters into the next call. */
export const unmarkAll = (value: unknown) => mapTexts(value, unmark);

type Values = Record<string, unknown>;

function isOutsideField(
  type: string,
  field: string,
  { clientType = 'PROSPECT', netAmount }: Values,
): boolean {
  // A user has checked the name of a prospect that has become a client.
  if (type === 'Client' && clientType !== 'PROSPECT') return false;
  // Expenses from received invoices have lines.
  if (type === 'Expense' && netAmount === null) return false;
  return type in outsideFields && (outsideFields[type]?.includes(field) ?? true);
}

export const markOutsideColumns = (type: string, columns: object | null) =>
  columns &&
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      isOutsideField(type, name, {}) ? markAll(value) : value,
    ]),
  );

function markValue(type: string, field: string, record: Values, value: unknown): unknown {
  if (isOutsideField(type, field, record)) return markAll(value);
  const isChange = field === 'before' || field === 'after';
  return isChange && typeof value === 'object'
    ? markOutsideColumns(String(record.recordType), value)
    : value;
}

interface SelectedField {
  type: GraphQLNamedType;
  node: FieldNode;
}

type Scope = readonly [type: GraphQLNamedType, selections: SelectionSetNode];

class ResultMarker {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(fragments: readonly FragmentDefinitionNode[]) {
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  mark(scopes: readonly Scope[], value: unknown): unknown {
    const fields = new Map<string, SelectedField[]>();
    for (const field of scopes.flatMap((scope) => this.#fieldsOf(scope))) {
      const key = (field.node.alias ?? field.node.name).value;
      fields.set(key, [...(fields.get(key) ?? []), field]);
    }
    const markObject = (object: unknown): unknown => {
      if (Array.isArray(object)) return object.map(markObject);
      if (typeof object !== 'object' || object === null) return object;
      const entries = Object.entries(object).map(([key, entry]) => [
        key,
        this.#markField(fields.get(key) ?? [], object as Values, entry),
      ]);
      return Object.fromEntries(entries);
    };
    return markObject(value);
  }

  #markField(selected: readonly SelectedField[], record: Values, value: unknown): unknown {
    const inner = selected.flatMap(({ type, node }): Scope[] => {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const named = getNamedType(field[node.name.value]?.type);
      return node.selectionSet && named ? [[named, node.selectionSet]] : [];
    });
    if (inner.length > 0) return this.mark(inner, value);
    const marked = selected.map(({ type, node }) =>
      markValue(type.name, node.name.value, record, value),
    );
    return marked.find((one) => one !== value) ?? value;
  }

  #fieldsOf([type, { selections }]: Scope): SelectedField[] {
    return selections.flatMap((selection): SelectedField[] => {
      if (selection.kind === Kind.FIELD) return [{ type, node: selection }];
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : this.#fragments.get(selection.name.value);
      if (!fragment) return [];
      const { typeCondition, selectionSet } = fragment;
      const fragmentType = typeCondition && schema.getType(typeCondition.name.value);
      return this.#fieldsOf([fragmentType ?? type, selectionSet]);
    });
  }
}

/** Delimits such text in the result of an operation. */
export function markOutsideText(document: string, data: Values): Values {
  const { definitions } = parse(document, { noLocation: true });
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return data;
  return new ResultMarker(fragments).mark([[root, operation.selectionSet]], data) as Values;
}
