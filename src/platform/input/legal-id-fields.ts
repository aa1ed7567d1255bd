import { text } from './field-types.ts';
import type { FieldType } from './fields.ts';
import { nullable } from './fields.ts';

const plain = text(20);

/** Accepts an ISO 6523 scheme: four digits. */
const registerCode: FieldType<string> = {
  ...plain,
  json: { type: 'string', maxLength: 20, example: '0002' },
  read: (value, report) => {
    const code = plain.read(value, report);
    if (code === undefined || /^\d{4}$/.test(code)) return code;
    report('invalid_format', 'must be four digits, for example "0002" for a SIREN');
    return undefined;
  },
};

export const legalIdFields = {
  legalId: nullable(text(100)),
  legalIdScheme: nullable(registerCode),
};
