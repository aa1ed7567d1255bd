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

/** VATEX, the list of exemption codes of EN 16931, without its name. */
const exemptionCodes =
  'EU-79-C EU-132 EU-132-1A EU-132-1B EU-132-1C EU-132-1D EU-132-1E EU-132-1F EU-132-1G EU-132-1H EU-132-1I EU-132-1J EU-132-1K EU-132-1L EU-132-1M EU-132-1N EU-132-1O EU-132-1P EU-132-1Q EU-135-1 EU-143 EU-143-1A EU-143-1B EU-143-1C EU-143-1D EU-143-1E EU-143-1F EU-143-1G EU-143-1H EU-143-1I EU-143-1J EU-143-1K EU-143-1L EU-143-1FA EU-144 EU-146-1E EU-148 EU-148-A EU-148-B EU-148-C EU-148-D EU-148-E EU-148-F EU-148-G EU-151 EU-151-1A EU-151-1B EU-151-1C EU-151-1D EU-151-1E EU-151-1AA EU-153 EU-159 EU-309 EU-AE EU-D EU-F EU-G EU-I EU-IC EU-J EU-O FR-FRANCHISE FR-CNWVAT FR-CGI261-1 FR-CGI261-2 FR-CGI261-3 FR-CGI261-4 FR-CGI261-5 FR-CGI261-7 FR-CGI261-8 FR-CGI261A FR-CGI261B FR-CGI261C-1 FR-CGI261C-2 FR-CGI261C-3 FR-CGI261D-1 FR-CGI261D-1BIS FR-CGI261D-2 FR-CGI261D-3 FR-CGI261D-4 FR-CGI261E-1 FR-CGI261E-2 FR-CGI275 FR-CGI277A FR-CGI295 FR-298SEXDECIESA FR-AE'.split(
    ' ',
  );

export const taxReasonCode = code(
  (entered) => exemptionCodes.some((one) => entered === `VATEX-${one}`),
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
