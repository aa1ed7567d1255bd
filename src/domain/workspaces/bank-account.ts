import { hasMod97CheckDigits } from '../../platform/input/check-digits.ts';
import { text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';

const plain = text(50);

/** ISO 13616. Stored without spaces. */
export const iban: FieldType<string> = {
  ...plain,
  json: { type: 'string', maxLength: 50, example: 'DE02 1203 0000 0000 2020 51' },
  read: (value, report) => {
    const entered = plain.read(value, report);
    if (entered === undefined) return undefined;
    const normalized = entered.replace(/[\s-]/g, '').toUpperCase();
    if (isIban(normalized)) return normalized;
    report('invalid_format', 'must be an IBAN whose check digits are right');
    return undefined;
  },
};

/** ISO 9362, 8 or 11 characters. */
export const bic: FieldType<string> = {
  ...plain,
  json: { type: 'string', maxLength: 50, example: 'BYLADEM1001' },
  read: (value, report) => {
    const entered = plain.read(value, report)?.replace(/\s/g, '').toUpperCase();
    if (entered === undefined || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(entered))
      return entered;
    report('invalid_format', 'must be a BIC of 8 or 11 letters and digits');
    return undefined;
  },
};

const isIban = (entered: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(entered) &&
  hasMod97CheckDigits(entered.slice(4) + entered.slice(0, 4));
