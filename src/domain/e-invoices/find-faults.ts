import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import { minorUnitDigits } from '../../platform/money/money.ts';
import type { SellerSource } from './build-parties.ts';
import { buildSeller } from './build-parties.ts';
import type { EInvoice, EInvoicePeriod } from './e-invoice.ts';
import type { EInvoiceFault, Problem } from './fault.ts';
import { problemIf } from './fault.ts';
import { nationalProblems } from './national-problems.ts';
import { buyerProblems, germanRule, isXRechnung, sellerProblems } from './party-problems.ts';
import { taxProblems } from './tax-problems.ts';

export function findEInvoiceFaults(document: EInvoice, format: EInvoiceFormat): EInvoiceFault[] {
  const subject = document.typeCode === '381' ? 'This credit note' : 'This invoice';
  return toFaults(subject, format, [
    ...sellerProblems(document, format),
    ...buyerProblems(document, format),
    ...taxProblems(document, format),
    ...documentProblems(document, format),
    ...periodProblems(document, format),
    ...(format === 'PEPPOL_UBL' ? nationalProblems(document) : []),
  ]);
}

/** Finds missing and wrong settings of a workspace, for invoices to clients in its country. */
export function findWorkspaceEInvoiceFaults(
  workspace: SellerSource,
  format: EInvoiceFormat,
): EInvoiceFault[] {
  const seller = buildSeller(workspace, true);
  return toFaults('An invoice of this workspace', format, [
    ...sellerProblems({ seller, buyer: seller }, format),
    ...problemIf(!seller.vatId && !seller.taxNumber, {
      ...{ path: 'workspace.taxId', rule: 'BR-S-02' },
      problem: 'the VAT number or tax number is missing',
    }),
  ]);
}

const formatNames: Readonly<Record<EInvoiceFormat, string>> = {
  PEPPOL_UBL: 'a Peppol invoice',
  XRECHNUNG_UBL: 'an XRechnung',
  XRECHNUNG_CII: 'an XRechnung',
  EN16931_CII: 'an EN 16931 invoice',
  FACTUR_X: 'a Factur-X invoice',
};

const toFaults = (
  subject: string,
  format: EInvoiceFormat,
  problems: readonly Problem[],
): EInvoiceFault[] =>
  problems.map(({ path, problem, remedy = remedyFor(path), rule }) => {
    const opening = `${subject} cannot be ${formatNames[format]}`;
    const detail = `${problem} (${path})`;
    return { path, rule, opening, detail, message: `${opening}: ${detail}. ${remedy}` };
  });

function remedyFor(path: string): string {
  if (path === 'client.buyerReference') return 'Set it on the client or on the invoice.';
  if (path.startsWith('client.')) return 'Set it on the client.';
  if (path.startsWith('workspace.')) return 'Set it in the settings of the workspace.';
  return 'Change it on the invoice.';
}

/** ISO 4217 currencies that the code list of BR-CL-04 lacks. */
const unlistedCurrencies = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'STN', 'ZWL'];

function documentProblems(document: EInvoice, format: EInvoiceFormat): Problem[] {
  const { currency, lines, paymentTerms } = document;
  const isUnlisted = unlistedCurrencies.includes(currency);
  const isUnlistedInPeppol = format === 'PEPPOL_UBL' && currency === 'XCG';
  const reservedRule = germanRule(18, document, format);
  const hasReservedLine = paymentTerms?.split('\n').some((line) => line.trim().startsWith('#'));
  return [
    ...problemIf(lines.length === 0, {
      ...{ path: 'lineItems', rule: 'BR-16', problem: 'it has no lines' },
    }),
    ...problemIf(minorUnitDigits(currency) > 2, {
      ...{ path: 'currency', rule: 'BR-DEC-14' },
      problem: `amounts in ${currency} have more than two decimals`,
    }),
    ...problemIf(isUnlisted || isUnlistedInPeppol, {
      ...{ path: 'currency', rule: isUnlisted ? 'BR-CL-04' : 'PEPPOL-EN16931-CL007' },
      problem: `the rules of the format do not list ${currency}`,
    }),
    ...(reservedRule && hasReservedLine
      ? [
          {
            ...{ path: 'paymentInstructions', rule: reservedRule },
            problem: 'a line of the payment instructions begins with #',
          },
        ]
      : []),
  ];
}

function periodProblems({ lines, period }: EInvoice, format: EInvoiceFormat): Problem[] {
  if (!period || !(format === 'PEPPOL_UBL' || isXRechnung(format))) return [];
  return lines.flatMap((line, index) => linePeriodProblems(line.period, period, index));
}

function linePeriodProblems(
  line: EInvoicePeriod | null,
  { end, start }: EInvoicePeriod,
  index: number,
): Problem[] {
  const remedy = 'Change the period of the line or of the invoice.';
  return [
    ...problemIf(Boolean(start && line?.start && line.start < start), {
      ...{ path: `lineItems.${index}.servicePeriodStart`, rule: 'PEPPOL-EN16931-R110', remedy },
      problem: 'the period of the line begins before that of the invoice',
    }),
    ...problemIf(Boolean(end && line?.end && line.end > end), {
      ...{ path: `lineItems.${index}.servicePeriodEnd`, rule: 'PEPPOL-EN16931-R111', remedy },
      problem: 'the period of the line ends after that of the invoice',
    }),
  ];
}
