import { text } from './field-types.ts';
import type { FieldType } from './fields.ts';
import { nullable } from './fields.ts';

const plain = text(20);

/** A code of the register of ISO 6523: four digits. */
const registerCode: FieldType<string> = {
  ...plain,
  json: { type: 'string', maxLength: 20, example: '0002' },
  read: (value, report) => {
    const given = plain.read(value, report);
    if (given === undefined || /^\d{4}$/.test(given)) return given;
    report('invalid_format', 'must be four digits, for example "0002" for a SIREN');
    return undefined;
  },
};

/** A number in the register of companies, as clients and the workspace itself have one. */
export const legalIdFields = {
  legalId: nullable(text(100)),
  legalIdScheme: nullable(registerCode),
};
