import type { EInvoice, EInvoiceAddress, EInvoiceParty } from './e-invoice.ts';
import type { Problem } from './fault.ts';
import { problemIf, problemIfBlank } from './fault.ts';
import { isSwedishNumber } from './identifier-schemes.ts';

/** The rules of Peppol for sellers in some countries. `party-problems.ts` has the German ones. */
export function nationalProblems(document: EInvoice): Problem[] {
  const { countryCode, vatId } = document.seller;
  const country = vatId?.slice(0, 2) ?? countryCode;
  if (country === 'IT') return italianProblems(document);
  if (country === 'EL' || country === 'GR') return greekProblem;
  return (countryCode && byCountry[countryCode]?.(document)) || [];
}

const greekProblem: Problem[] = [
  {
    ...{ path: 'workspace.countryCode', rule: 'GR-R-004-1' },
    problem: 'a Greek seller needs a MARK number, which this service does not have',
    remedy: 'Use another format.',
  },
];

const byCountry: Readonly<Record<string, (document: EInvoice) => Problem[]>> = {
  DK: ({ seller }) => [
    ...problemIfBlank(seller.legalId, 'workspace.legalId', 'DK-R-002', 'CVR number'),
    ...registerProblems(seller, 'workspace', 'DK-R-014', ['0184']),
  ],
  IS: ({ buyer, seller }) => [
    ...problemIfBlank(seller.legalId, 'workspace.legalId', 'IS-R-002', 'kennitala'),
    ...registerProblems(seller, 'workspace', 'IS-R-002', ['0196']),
    ...addressProblems(seller, 'workspace', 'IS-R-003', ['address1', 'postal']),
    ...(buyer.countryCode === 'IS'
      ? [
          ...problemIfBlank(buyer.legalId, 'client.legalId', 'IS-R-004', 'kennitala'),
          ...registerProblems(buyer, 'client', 'IS-R-004', ['0196']),
          ...addressProblems(buyer, 'client', 'IS-R-005', ['address1', 'postal']),
        ]
      : []),
  ],
  NL: ({ buyer, payment, seller }) => [
    ...addressProblems(seller, 'workspace', 'NL-R-002', ['address1', 'city', 'postal']),
    ...registerProblems(seller, 'workspace', 'NL-R-003', ['0106', '0190']),
    ...(buyer.countryCode === 'NL'
      ? [
          ...addressProblems(buyer, 'client', 'NL-R-004', ['address1', 'city', 'postal']),
          ...registerProblems(buyer, 'client', 'NL-R-005', ['0106', '0190']),
          ...problemIf(payment?.meansCode === '1', {
            ...{ path: 'workspace.iban', rule: 'NL-R-008', problem: 'the IBAN is missing' },
          }),
        ]
      : []),
  ],
  SE: swedishProblems,
};

function italianProblems({ seller }: EInvoice): Problem[] {
  const { taxNumber } = seller;
  return [
    ...problemIf(taxNumber !== null && !/^[A-Z0-9]{11,16}$/.test(taxNumber.trim()), {
      ...{ path: 'workspace.taxNumber', rule: 'IT-R-001' },
      problem: 'the tax number does not have 11 to 16 letters and digits',
    }),
    ...problemIfBlank(seller.address1, 'workspace.address1', 'IT-R-002', 'address'),
    ...problemIfBlank(seller.city, 'workspace.city', 'IT-R-003', 'city'),
    ...problemIfBlank(seller.postal, 'workspace.postal', 'IT-R-004', 'postal code'),
  ];
}

function swedishProblems({ seller, taxes }: EInvoice): Problem[] {
  const { legalId, taxNumber, vatId } = seller;
  const isSwedish = vatId?.startsWith('SE') ?? false;
  const isOtherRate = taxes.some(
    ({ code, rate }) => code === 'S' && ![6, 12, 25].includes(rate.toNumber()),
  );
  return [
    ...problemIf(isSwedish && !/^SE\d{12}$/.test(vatId ?? ''), {
      ...{ path: 'workspace.taxId', rule: 'SE-R-001' },
      problem: 'the VAT number does not have 12 digits',
    }),
    ...problemIf(legalId !== null && !isSwedishNumber(legalId.trim()), {
      ...{ path: 'workspace.legalId', rule: 'SE-R-013' },
      problem: `${legalId} is no Swedish organisation number`,
    }),
    ...problemIf(
      legalId !== null &&
        taxNumber !== null &&
        taxNumber.trim().toUpperCase() !== 'GODKÄND FÖR F-SKATT',
      {
        ...{ path: 'workspace.taxNumber', rule: 'SE-R-005' },
        problem: 'the tax number of a Swedish seller is "Godkänd för F-skatt"',
      },
    ),
    ...problemIf(isSwedish && isOtherRate, {
      ...{ path: 'lineItems', rule: 'SE-R-006' },
      problem: 'a Swedish tax rate is 6, 12 or 25 %',
    }),
  ];
}

function registerProblems(
  { legalId, legalIdScheme }: EInvoiceParty,
  owner: string,
  rule: string,
  schemes: readonly string[],
): Problem[] {
  const isOther = legalId !== null && !schemes.includes(legalIdScheme ?? '');
  const problem = `the register of the legal id is not ${schemes.join(' or ')}`;
  return problemIf(isOther, { path: `${owner}.legalIdScheme`, rule, problem });
}

const addressLabels = { address1: 'address', city: 'city', postal: 'postal code' };

const addressProblems = (
  address: EInvoiceAddress,
  owner: string,
  rule: string,
  fields: readonly (keyof typeof addressLabels)[],
): Problem[] =>
  fields.flatMap((field) =>
    problemIfBlank(address[field], `${owner}.${field}`, rule, addressLabels[field]),
  );
