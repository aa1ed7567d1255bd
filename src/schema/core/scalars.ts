import type { ValueNode } from 'graphql';
import { GraphQLScalarType } from 'graphql';
import {
  GraphQLCurrency,
  GraphQLEmailAddress,
  GraphQLHexColorCode,
  GraphQLJSON,
  GraphQLTimeZone,
  GraphQLURL,
} from 'graphql-scalars';
import { formatDate, formatDateTime, formatTimeOfDay } from '../../platform/dates/dates.ts';
import { date, dateTime } from '../../platform/input/date-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { losslessDigitsOf, parseLosslessNumber } from '../../platform/input/lossless-json.ts';
import { maxDecimalLength } from '../../platform/input/number-types.ts';
import { Decimal } from '../../platform/money/money.ts';

/**
 * Scalars of the schema. Output values come from the domain and are valid, so they are only
 * formatted.
 * The domain validates text scalars, so that GraphQL and REST return the same errors, all at once.
 */

function readDecimal(given: unknown): string {
  const digits = losslessDigitsOf(given);
  const value = digits === undefined ? given : Number(digits);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const isText = typeof value === 'string' && value.length <= maxDecimalLength;
  if (isText && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim())) return value.trim();
  throw new TypeError(
    `Send a Decimal as a string of digits, "12.50", or as a number, with at most ${maxDecimalLength} characters.`,
  );
}

/** URLs of the format specifications. */
const specifiedBy = {
  Currency: 'https://www.iso.org/iso-4217-currency-codes.html',
  Date: 'https://scalars.graphql.org/andimarek/local-date.html',
  DateTime: 'https://scalars.graphql.org/andimarek/date-time.html',
  Decimal: 'https://www.w3.org/TR/xmlschema-2/#decimal',
  EmailAddress: 'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  HexColorCode: 'https://www.w3.org/TR/css-color-4/#hex-notation',
  JSON: 'https://www.rfc-editor.org/rfc/rfc8259',
  Time: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  TimeZone: 'https://www.iana.org/time-zones',
  URL: 'https://url.spec.whatwg.org/',
  WrittenDateTime: 'https://www.iso.org/iso-8601-date-and-time-format.html',
} as const;

const decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  specifiedByURL: specifiedBy.Decimal,
  description:
    'An exact decimal number, for example an amount of money. Returned as a string of digits with a decimal point ("1190.00" may be returned as "1190"), never in exponent notation. Accepted as a string or a number.',
  serialize: (value) => (Decimal.isDecimal(value) ? value.toFixed() : readDecimal(value)),
  parseValue: readDecimal,
  parseLiteral: (node) => {
    if (node.kind === 'StringValue' || node.kind === 'IntValue' || node.kind === 'FloatValue') {
      return readDecimal(node.value);
    }
    throw new TypeError('Send a Decimal as a string of digits or as a number.');
  },
});

function rewritten<I, O>(
  scalar: GraphQLScalarType<I, O>,
  name: keyof typeof specifiedBy,
  description: string,
  serialize: (value: unknown) => O,
): GraphQLScalarType<I, O> {
  const specifiedByURL = specifiedBy[name];
  return new GraphQLScalarType<I, O>({
    ...scalar.toConfig(),
    name,
    description,
    specifiedByURL,
    serialize,
  });
}

const plain = (value: unknown) => value as string;

function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('Must be a string.');
}

function textual(
  scalar: GraphQLScalarType<never, never>,
  description: string,
): GraphQLScalarType<string, string> {
  return new GraphQLScalarType<string, string>({
    name: scalar.name,
    description,
    specifiedByURL: specifiedBy[scalar.name as keyof typeof specifiedBy],
    extensions: scalar.extensions,
    serialize: plain,
    parseValue: readText,
    parseLiteral: (node) => readText(node.kind === 'StringValue' ? node.value : undefined),
  });
}

/** Parses an instant before 1900. Inputs reject it, but filters accept it as a lower bound. */
function longAgo(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^(0\d|1[0-8])\d\d-/.test(value)) return undefined;
  const moment = new Date(value);
  const isReal = !Number.isNaN(moment.getTime()) && formatDate(moment) === value.slice(0, 10);
  return isReal ? moment : undefined;
}

/** Parses values as the REST API does. */
function ofKind<T>(
  name: 'Date' | 'DateTime',
  description: string,
  kind: FieldType<T>,
  serialize: (value: unknown) => string,
): GraphQLScalarType<T, string> {
  const parseValue = (value: unknown): T => {
    let fault = 'cannot be read';
    const read =
      kind.read(value, (_code, message) => {
        fault = message;
      }) ?? (longAgo(value) as T | undefined);
    if (read === undefined) throw new TypeError(`A ${name} ${fault}.`);
    return read;
  };
  return new GraphQLScalarType<T, string>({
    name,
    description,
    specifiedByURL: specifiedBy[name],
    serialize,
    parseValue,
    parseLiteral: (node) => parseValue(node.kind === 'StringValue' ? node.value : undefined),
  });
}

/** Keeps all digits of long numbers. */
function readJsonLiteral(node: ValueNode, variables?: Record<string, unknown> | null): unknown {
  switch (node.kind) {
    case 'IntValue':
    case 'FloatValue':
      return parseLosslessNumber(node.value);
    case 'ListValue':
      return node.values.map((value) => readJsonLiteral(value, variables));
    case 'ObjectValue': {
      const fields = node.fields.map(
        ({ name, value }) => [name.value, readJsonLiteral(value, variables)] as const,
      );
      return Object.fromEntries(fields);
    }
    default:
      return GraphQLJSON.parseLiteral(node, variables);
  }
}

const json = new GraphQLScalarType<unknown, unknown>({
  ...rewritten(GraphQLJSON, 'JSON', 'Any JSON value.', (value) => value).toConfig(),
  parseLiteral: readJsonLiteral,
});

export const scalars = {
  Decimal: decimal,
  Date: ofKind(
    'Date',
    'A calendar day, YYYY-MM-DD. Of a date-time, the day is used.',
    date,
    (value) => formatDate(value as Date),
  ),
  DateTime: ofKind(
    'DateTime',
    'An instant. Returned in UTC with milliseconds and Z ("2026-03-31T14:00:00.000Z"). Accepted as any ISO 8601 date-time; without an offset it is UTC.',
    dateTime,
    (value) => formatDateTime(value as Date),
  ),
  Time: new GraphQLScalarType<string, string>({
    name: 'Time',
    specifiedByURL: specifiedBy.Time,
    description: 'A wall-clock time, HH:MM:SS.',
    serialize: (value) => formatTimeOfDay(value as Date),
  }),
  WrittenDateTime: new GraphQLScalarType<string, string>({
    name: 'WrittenDateTime',
    specifiedByURL: specifiedBy.WrittenDateTime,
    description:
      'An ISO 8601 date-time as written. With Z or an offset it is an instant. Without one ("2026-03-31T14:00:00") it is wall-clock time in the time zone of the field. A date alone is midnight.',
    serialize: plain,
    parseValue: readText,
  }),
  TimeZone: textual(
    GraphQLTimeZone as never,
    'A time zone of the IANA database, for example "Europe/Berlin". Inputs accept names of Windows too, for example "W. Europe Standard Time".',
  ),
  EmailAddress: textual(GraphQLEmailAddress as never, 'An e-mail address.'),
  URL: textual(GraphQLURL as never, 'URL of a page or a file.'),
  HexColorCode: textual(GraphQLHexColorCode as never, 'A colour: # followed by six hex digits.'),
  Currency: textual(GraphQLCurrency as never, 'A currency code of ISO 4217, three letters.'),
  JSON: json,
} as const;

export type Scalars = {
  Decimal: { Input: string; Output: Decimal | string };
  Date: { Input: Date; Output: Date };
  DateTime: { Input: Date; Output: Date };
  Time: { Input: string; Output: Date };
  WrittenDateTime: { Input: string; Output: string };
  TimeZone: { Input: string; Output: string };
  EmailAddress: { Input: string; Output: string };
  URL: { Input: string; Output: string };
  HexColorCode: { Input: string; Output: string };
  Currency: { Input: string; Output: string };
  JSON: { Input: unknown; Output: unknown };
  ID: { Input: string; Output: string | number };
};
