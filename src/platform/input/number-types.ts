import { parseNumericId } from '../ids/record-ids.ts';
import { Decimal } from '../money/money.ts';
import type { FieldType } from './fields.ts';
import { orText } from './json-schema.ts';
import { losslessDigitsOf } from './lossless-json.ts';
import { scalarPresentation } from './scalar-type.ts';

const decimalPattern = '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?';
const decimalText = new RegExp(`^${decimalPattern}$`);

/** Arithmetic with more digits is slow. */
export const maxDecimalLength = 64;

export interface DecimalLimits {
  min?: number;
  max?: number;
  /** More decimals are an error unless `rounded`. */
  decimals: number;
  /** Rounds half up. For factors whose product is rounded anyway. */
  rounded?: boolean;
  /** With `rounded`: maximum decimals of a typed number. */
  written?: number;
}

/** Further digits are floating-point noise (0.30000000000000004). */
const exactDigits = 15;

/** Numbers with more significant digits count as results of a computation, not as typed by a person. */
const writtenDigits = 12;

function toDecimal(value: unknown): Decimal {
  if (typeof value === 'number') return new Decimal(value.toPrecision(exactDigits));
  return new Decimal(typeof value === 'string' ? value.trim() : (value as Decimal));
}

function nearest(value: unknown): unknown {
  const digits = losslessDigitsOf(value);
  return digits === undefined ? value : Number(digits);
}

export function decimal(limits: DecimalLimits): FieldType<Decimal> {
  const { min = -99_999_999_999, max = 99_999_999_999, rounded, written } = limits;
  return {
    presentation: scalarPresentation('Decimal'),
    json: orText({ type: 'number', minimum: min, maximum: max }, decimalPattern),
    show: Number,
    read: (input, report) => {
      const value = nearest(input);
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      const isText =
        typeof value === 'string' &&
        value.length <= maxDecimalLength &&
        decimalText.test(value.trim());
      if (!isNumber && !isText && !Decimal.isDecimal(value)) {
        report('invalid_type', 'must be a number');
        return undefined;
      }
      const sent = toDecimal(value);
      const isWritten = written !== undefined && sent.precision() <= writtenDigits;
      const decimals = isWritten ? written : limits.decimals;
      const number = rounded ? sent.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP) : sent;
      if (number.lt(min) || number.gt(max)) {
        report('out_of_range', `must be between ${min} and ${max}`);
      } else if (number.decimalPlaces() > decimals) {
        report('too_precise', `must have at most ${decimals} decimal places`);
      } else {
        return number;
      }
      return undefined;
    },
  };
}

/** A JSON number represents amounts below 10¹¹ exactly. */
export function money(limits: Partial<DecimalLimits> = {}): FieldType<Decimal> {
  return decimal({ decimals: 4, ...limits });
}

export function percent(limits: Partial<DecimalLimits> = {}): FieldType<Decimal> {
  return decimal({ decimals: 6, min: 0, max: 100, ...limits });
}

export function integer({ min = -2_147_483_648, max = 2_147_483_647 } = {}): FieldType<number> {
  return {
    presentation: scalarPresentation('Int'),
    json: orText({ type: 'integer', minimum: min, maximum: max }, '[+-]?\\d{1,15}'),
    read: (given, report) => {
      const value = nearest(given);
      const number =
        typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) {
        report('invalid_type', 'must be a whole number');
      } else if (number < min || number > max) {
        report('out_of_range', `must be between ${min} and ${max}`);
      } else {
        return number;
      }
      return undefined;
    },
  };
}

export const sortPositionType: FieldType<number> = integer({ min: 0, max: 1_000_000 });

const positive = integer({ min: 1 });

export interface UserNumber {
  number: number;
  originalText: string;
}

export const userNumber: FieldType<UserNumber> = {
  json: orText({ type: 'integer', minimum: 1 }, '.*\\d'),
  presentation: scalarPresentation('ID'),
  read: (value, report) => {
    const ofId = typeof value === 'string' ? parseNumericId('User', value.trim()) : undefined;
    const number = ofId ?? positive.read(value, report);
    return number === undefined ? undefined : { number, originalText: String(value).trim() };
  },
};
