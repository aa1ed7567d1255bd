import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { EInvoice, EInvoiceAddress, EInvoiceParty, EInvoiceSeller } from './e-invoice.ts';
import type { Problem } from './fault.ts';
import { problemIf, problemIfBlank } from './fault.ts';
import { checkedSchemes, isPeppolScheme, isRegisterCode } from './identifier-schemes.ts';

export const isXRechnung = (format: EInvoiceFormat): boolean => format.startsWith('XRECHNUNG');

type Parties = Pick<EInvoice, 'seller'> & { buyer: Pick<EInvoiceParty, 'countryCode'> };

/**
 * The name of a German rule in XRechnung (BR-DE-15) or in Peppol (DE-R-015), which applies it between German parties.
 * Null: the rule does not apply.
 */
export function germanRule(
  number: number,
  { buyer, seller }: Parties,
  format: EInvoiceFormat,
): string | null {
  if (isXRechnung(format)) return `BR-DE-${number}`;
  const isGerman = seller.countryCode === 'DE' && buyer.countryCode === 'DE';
  return format === 'PEPPOL_UBL' && isGerman ? `DE-R-${String(number).padStart(3, '0')}` : null;
}

export function sellerProblems(parties: Parties, format: EInvoiceFormat): Problem[] {
  const { seller } = parties;
  const germanProblem = (number: number, value: string | null, field: string, name: string) => {
    const rule = germanRule(number, parties, format);
    return rule === null ? [] : problemIfBlank(value, `workspace.${field}`, rule, name);
  };
  const hasId = seller.vatId || seller.legalId;
  return [
    ...problemIfBlank(seller.countryCode, 'workspace.countryCode', 'BR-09', 'country code'),
    ...problemIf(!hasId, {
      ...{ path: 'workspace.legalId', rule: 'BR-CO-26' },
      problem:
        'the company registration number is missing, which is required without a VAT number or outside the scope of tax',
    }),
    ...germanProblem(3, seller.city, 'city', 'city'),
    ...germanProblem(4, seller.postal, 'postal', 'postal code'),
    ...germanProblem(5, seller.contactName, 'contactName', 'name of the contact'),
    ...germanProblem(6, seller.contactPhone, 'phone', 'telephone number'),
    ...germanProblem(7, seller.contactEmail, 'contactEmail', 'e-mail address of the contact'),
    ...identifierProblems(seller, 'workspace', format),
  ];
}

export function buyerProblems(document: EInvoice, format: EInvoiceFormat): Problem[] {
  const { buyer, buyerReference, deliverTo, orderNumber } = document;
  const germanProblem = (number: number, value: string | null, path: string, name: string) => {
    const rule = germanRule(number, document, format);
    return rule === null ? [] : problemIfBlank(value, path, rule, name);
  };
  const deliverToProblems = (address: EInvoiceAddress) => [
    ...problemIfBlank(address.countryCode, 'deliverTo.countryCode', 'BR-57', 'country code'),
    ...germanProblem(10, address.city, 'deliverTo.city', 'city'),
    ...germanProblem(11, address.postal, 'deliverTo.postal', 'postal code'),
  ];
  const reference = germanProblem(15, buyerReference, 'client.buyerReference', 'buyer reference');
  const isReferenceNeeded = format === 'PEPPOL_UBL' && reference.length === 0;
  return [
    ...problemIfBlank(buyer.countryCode, 'client.countryCode', 'BR-11', 'country code'),
    ...germanProblem(8, buyer.city, 'client.city', 'city'),
    ...germanProblem(9, buyer.postal, 'client.postal', 'postal code'),
    ...identifierProblems(buyer, 'client', format),
    ...reference,
    ...(isReferenceNeeded
      ? problemIfBlank(
          buyerReference ?? orderNumber,
          'client.buyerReference',
          'PEPPOL-EN16931-R003',
          'buyer reference or order number',
        )
      : []),
    ...(deliverTo ? deliverToProblems(deliverTo) : []),
  ];
}

function identifierProblems(
  party: EInvoiceParty | EInvoiceSeller,
  owner: 'client' | 'workspace',
  format: EInvoiceFormat,
): Problem[] {
  const { electronicAddress, electronicAddressScheme: scheme, legalId, legalIdScheme } = party;
  const isPeppol = format === 'PEPPOL_UBL';
  const [addressRule, schemeRule] = owner === 'workspace' ? ['R020', 'BR-62'] : ['R010', 'BR-63'];
  const path = `${owner}.electronicAddressScheme`;
  return [
    ...(isPeppol || isXRechnung(format)
      ? problemIfBlank(
          electronicAddress,
          `${owner}.electronicAddress`,
          `PEPPOL-EN16931-${addressRule}`,
          'electronic address',
        )
      : []),
    ...(electronicAddress
      ? problemIfBlank(scheme, path, schemeRule, 'scheme of the electronic address')
      : []),
    ...problemIf(isPeppol && scheme !== null && !isPeppolScheme(scheme), {
      ...{ path, rule: 'PEPPOL-EN16931-CL008' },
      problem: `Peppol has no electronic addresses of the scheme ${scheme}`,
      remedy: 'Use another address, for example one with the VAT number.',
    }),
    ...problemIf(legalIdScheme !== null && !isRegisterCode(legalIdScheme), {
      ...{ path: `${owner}.legalIdScheme`, rule: 'BR-CL-11' },
      problem: `the list ISO 6523 has no register ${legalIdScheme}`,
    }),
    ...(isPeppol ? numberProblems(electronicAddress, scheme, `${owner}.electronicAddress`) : []),
    ...(isPeppol ? numberProblems(legalId, legalIdScheme, `${owner}.legalId`) : []),
  ];
}

function numberProblems(number: string | null, scheme: string | null, path: string): Problem[] {
  const checked = scheme === null ? undefined : checkedSchemes[scheme];
  if (!checked || number === null || checked.isValid(number.trim())) return [];
  const rule = `PEPPOL-COMMON-${checked.rule}`;
  return [{ path, rule, problem: `${number} is no ${checked.name}` }];
}
