import { toSingleLine } from '../text/sanitize-text.ts';
import type { ReportFieldError } from './field-metadata.ts';
import type { FieldType } from './fields.ts';
import { orText } from './json-schema.ts';
import { losslessDigitsOf } from './lossless-json.ts';
import { scalarPresentation } from './scalar-type.ts';

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/** Integrations send postal codes as numbers. */
function textOf(value: unknown, report: ReportFieldError): string | undefined {
  if (typeof value === 'string') {
    if (isStorableText(value)) return value;
    const digits = losslessDigitsOf(value);
    if (digits !== undefined) return digits;
    report('invalid_text', 'must not contain NUL or broken Unicode');
  } else if (typeof value === 'number' && Number.isFinite(value)) {
    return String(value);
  } else {
    report('invalid_type', 'must be text');
  }
  return undefined;
}

function limited(value: string, max: number, report: ReportFieldError): string | undefined {
  if (value.length <= max) return value;
  report('too_long', `must be at most ${max} characters, not ${value.length}`);
  return undefined;
}

/** Removes invisible characters, which come from copied text. */
export function text(max = 255): FieldType<string> {
  return {
    presentation: scalarPresentation('String'),
    json: { type: 'string', maxLength: max },
    read: (value, report) => {
      const read = textOf(value, report);
      return read === undefined ? undefined : limited(toSingleLine(read), max, report);
    },
  };
}

export function multilineText(max = 20_000): FieldType<string> {
  return {
    presentation: scalarPresentation('String'),
    json: { type: 'string', maxLength: max },
    read: (value, report) => {
      const read = textOf(value, report);
      return read === undefined ? undefined : limited(read, max, report);
    },
  };
}

/** The limit leaves room for references by external id. */
export const recordIdType: FieldType<string> = {
  ...text(400),
  presentation: scalarPresentation('ID'),
  json: { type: 'string' },
};

function matching(
  base: FieldType<string>,
  name: 'EmailAddress' | 'HexColorCode',
  pattern: RegExp,
  json: Record<string, unknown>,
  message: string,
): FieldType<string> {
  return {
    presentation: scalarPresentation(name),
    json,
    read: (value, report) => {
      const read = base.read(value, report);
      if (read === undefined || pattern.test(read)) return read;
      report('invalid_format', message);
      return undefined;
    },
  };
}

// Letters of any script are valid.
const localPart = String.raw`[^\s@<>()",;:.]+(?:\.[^\s@<>()",;:.]+)*`;
const domainLabel = String.raw`[^\s@<>()",;:.-]+(?:-+[^\s@<>()",;:.-]+)*`;

export const email = matching(
  text(254),
  'EmailAddress',
  new RegExp(`^${localPart}@(?:${domainLabel}\\.)+(?=.{2,}$)${domainLabel}$`),
  orText({ type: 'string', format: 'email', maxLength: 254 }, ''),
  'must be an e-mail address, like ada@example.com',
);

const hexDigits = matching(
  text(9),
  'HexColorCode',
  /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  { type: 'string', pattern: '^\\s*(#([0-9a-fA-F]{6}|[0-9a-fA-F]{8}))?\\s*$' },
  'must be # followed by six hex digits, like #1f6feb',
);

/** Cuts off two digits of opacity (spec part 2, Project). */
export const hexColor: FieldType<string> = {
  ...hexDigits,
  read: (value, report) => hexDigits.read(value, report)?.slice(0, 7),
};
