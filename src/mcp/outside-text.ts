import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';

/** Fields that people outside of the workspace write. Undefined: all. */
const outsideFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Answer: undefined,
  Deliverable: ['approvedBy'],
  // The last four are the answers that a search compares.
  FormSubmission: ['formData', 'notes', 'name', 'businessName', 'email', 'phone'],
  LeadInfo: undefined,
  Ticket: ['formData', 'subject'],
  TicketComment: ['authorName', 'comment'],
};

const mark = (text: string) => `<untrusted>${text.replace(/<\/?untrusted>/gi, '')}</untrusted>`;

function markAll(value: unknown): unknown {
  if (typeof value === 'string') return mark(value);
  if (Array.isArray(value)) return value.map(markAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, markAll(entry)]));
}

const isOutside = (type: string, field: string): boolean =>
  type in outsideFields && (outsideFields[type]?.includes(field) ?? true);

/** Delimits such text in a value of a GraphQL type, so that a model does not take it for instructions. */
export function markOutsideText<T>(type: GraphQLObjectType, value: T): T {
  if (Array.isArray(value)) return value.map((entry) => markOutsideText(type, entry)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = type.getFields();
  const entries = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const field = fields[name];
    const related = field && getNamedType(field.type);
    if (isObjectType(related)) return [name, markOutsideText(related, entry)];
    return [name, isOutside(type.name, name) ? markAll(entry) : entry];
  });
  return Object.fromEntries(entries) as T;
}

/** The same for columns of a record. */
export const markOutsideColumns = (type: string, columns: object | null) =>
  columns &&
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      isOutside(type, name) ? markAll(value) : value,
    ]),
  );
