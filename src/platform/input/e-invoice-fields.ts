import { countryCodes } from '../text/country-codes.ts';
import { isGln, isLeitwegId } from './check-digits.ts';
import { email, text } from './field-types.ts';
import type { FieldType, Rules } from './fields.ts';
import { nullable } from './fields.ts';

const short = text(50);

/** A text in upper case without blanks that `isValid` accepts. */
const code = (
  isValid: (entered: string) => boolean,
  example: string,
  message: string,
): FieldType<string> => ({
  ...short,
  json: { type: 'string', maxLength: 50, example },
  read: (value, report) => {
    const entered = short.read(value, report)?.replaceAll(' ', '').toUpperCase();
    if (entered === undefined || isValid(entered)) return entered;
    report('invalid_choice', message);
    return undefined;
  },
});

const isCountryCode = (entered: string) => countryCodes.includes(entered);

export const countryCode = code(
  isCountryCode,
  'DE',
  'must be a country code of two letters (ISO 3166-1 alpha-2), like DE, FR or GB',
);

/** Electronic Address Scheme, a code list of the European Commission. */
const addressSchemes =
  '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM'.split(
    ' ',
  );

const addressScheme = code(
  (entered) => addressSchemes.includes(entered),
  '0204',
  `must be a code of the list Electronic Address Scheme: ${addressSchemes.join(', ')}`,
);

/** VATEX, the list of exemption codes of EN 16931. */
const exemptionCodes = new RegExp(
  `^VATEX-(EU-(${[
    ...['79-C', '132(-1[A-Q])?', '135-1', '143(-1([A-L]|FA))?', '144', '146-1E', '148(-[A-G])?'],
    ...['151(-1([A-E]|AA))?', '153', '159', '309', 'AE', 'D', 'F', 'G', 'I', 'IC', 'J', 'O'],
  ].join('|')})|FR-(${[
    ...['FRANCHISE', 'CNWVAT', 'CGI261-[1-578]', 'CGI261[AB]', 'CGI261C-[1-3]'],
    ...[
      'CGI261D-([1-4]|1BIS)',
      'CGI261E-[12]',
      'CGI277A',
      'CGI275',
      '298SEXDECIESA',
      'CGI295',
      'AE',
    ],
  ].join('|')}))$`,
);

export const taxReasonCode = code(
  (entered) => exemptionCodes.test(entered),
  'VATEX-EU-132',
  'must be a code of the list VATEX, like VATEX-EU-132, VATEX-EU-G or VATEX-FR-FRANCHISE',
);

export const electronicAddressFields = {
  electronicAddress: nullable(text(100)),
  electronicAddressScheme: nullable(addressScheme),
};

interface ElectronicAddress {
  electronicAddress?: string | null;
  electronicAddressScheme?: string | null;
}

const isAddress: Readonly<Record<string, [isValid: (address: string) => boolean, rule: string]>> = {
  '0088': [isGln, 'must be a GLN: 13 digits whose check digit is right'],
  '0204': [
    isLeitwegId,
    'must be a Leitweg-ID whose check digits are right, like 04011000-1234512345-06',
  ],
  EM: [(address) => email.read(address, () => {}) !== undefined, 'must be an e-mail address'],
};

/** Address and scheme are set together. */
export const validateElectronicAddress: Rules<ElectronicAddress> = ({
  electronicAddress: address,
  electronicAddressScheme: scheme,
}) => {
  const isMissing = (value: string | null | undefined) => (value ?? null) === null;
  if (address === undefined && scheme === undefined) return [];
  const missing = (path: string, other: string) => [
    { path, code: 'required', message: `is required with ${other}: send both, or null for both` },
  ];
  if (isMissing(address) !== isMissing(scheme)) {
    return isMissing(address)
      ? missing('electronicAddress', 'electronicAddressScheme')
      : missing('electronicAddressScheme', 'electronicAddress');
  }
  const [isValid, message] = isAddress[scheme ?? ''] ?? [];
  if (!isValid || !message || isValid(address as string)) return [];
  return [{ path: 'electronicAddress', code: 'invalid_format', message }];
};
