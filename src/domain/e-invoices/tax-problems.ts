import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import { Decimal, percentOf } from '../../platform/money/money.ts';
import { breakdownKeyOf, lineTaxKeyOf } from './build-taxes.ts';
import type { EInvoice, EInvoiceLineTax, EInvoiceTax, EInvoiceTaxCode } from './e-invoice.ts';
import type { Problem } from './fault.ts';
import { problemIf } from './fault.ts';

/** The rules name intra-community supply IC, for example BR-IC-02. */
const codeInRuleNames = (code: EInvoiceTaxCode): string => (code === 'K' ? 'IC' : code);

export function taxProblems(document: EInvoice, format: EInvoiceFormat): Problem[] {
  const { lines, taxes } = document;
  const pathOf = (tax: EInvoiceTax) => {
    const index = lines.findIndex((line) => lineTaxKeyOf(line) === breakdownKeyOf(tax));
    return index < 0 ? '' : `lineItems.${index}.`;
  };
  return [
    ...lines.flatMap((line, index) => lineTaxProblems(line, `lineItems.${index}.`)),
    ...[false, true].flatMap((isCharge) => uncategorizedProblems(document, isCharge)),
    ...taxes.flatMap((tax) => breakdownProblems(tax, pathOf(tax), format)),
    ...combinationProblems(taxes, pathOf),
    ...partyProblems(document),
    ...supplyProblems(document),
  ];
}

function uncategorizedProblems({ allowances }: EInvoice, isCharge: boolean): Problem[] {
  const name = isCharge ? 'charge' : 'allowance';
  return problemIf(
    allowances.some((one) => one.taxCode === null && one.isCharge === isCharge),
    {
      ...{ path: `${name}s`, rule: isCharge ? 'BR-37' : 'BR-32' },
      problem: `a document-level ${name} has no tax category`,
      remedy: 'Set its tax category.',
    },
  );
}

function lineTaxProblems({ taxCode, taxRate }: EInvoiceLineTax, path: string): Problem[] {
  if (taxCode === null) {
    const remedy = 'Set a tax rate, or a category such as ZERO or EXEMPT.';
    const problem = 'the line has no tax category';
    return [{ path: `${path}taxCategory`, rule: 'BR-CO-04', problem, remedy }];
  }
  if (taxRate === null) return [];
  const rule = `BR-${codeInRuleNames(taxCode)}-05`;
  if (taxRate.isNegative()) {
    const remedy = 'Use withholding instead.';
    return [{ path: `${path}taxRate`, rule, problem: 'the tax rate is negative', remedy }];
  }
  const isTaxed = taxCode === 'S';
  const problem = isTaxed
    ? 'the tax category STANDARD or REDUCED has a rate of 0'
    : 'the tax category has a rate above 0';
  return problemIf(isTaxed === taxRate.isZero(), { path: `${path}taxRate`, rule, problem });
}

function breakdownProblems(tax: EInvoiceTax, path: string, format: EInvoiceFormat): Problem[] {
  const { code, names, reason, reasonCode } = tax;
  return [
    ...problemIf(names.length > 1, {
      ...{ path: `${path}taxRate`, rule: 'UBL-SR-48' },
      problem: `the tax consists of ${names.join(' and ')}, and a line can have one tax`,
      remedy: 'Use a tax of one rate.',
    }),
    ...problemIf(code === 'E' && !reason?.trim() && !reasonCode, {
      ...{ path: `${path}taxReason`, rule: 'BR-E-10' },
      problem: 'the reason of the exemption is missing',
      remedy: 'Set taxReason or taxReasonCode.',
    }),
    ...(format === 'PEPPOL_UBL' ? peppolReasonProblems(tax, path) : []),
    ...problemIf(!isTaxOfRate(tax), {
      ...{ path: `${path}taxRate`, rule: 'BR-CO-17' },
      problem: `the tax ${tax.amount} is not ${tax.rate} % of ${tax.taxableAmount}`,
    }),
  ];
}

/** Reasons that Peppol allows for one category. */
const peppolReasons: Readonly<Record<string, { category: EInvoiceTaxCode; rule: string }>> = {
  'VATEX-EU-G': { category: 'G', rule: 'PEPPOL-EN16931-P0104' },
  'VATEX-EU-O': { category: 'O', rule: 'PEPPOL-EN16931-P0105' },
  'VATEX-EU-IC': { category: 'K', rule: 'PEPPOL-EN16931-P0106' },
  'VATEX-EU-AE': { category: 'AE', rule: 'PEPPOL-EN16931-P0107' },
  'VATEX-EU-D': { category: 'E', rule: 'PEPPOL-EN16931-P0108' },
  'VATEX-EU-F': { category: 'E', rule: 'PEPPOL-EN16931-P0109' },
  'VATEX-EU-I': { category: 'E', rule: 'PEPPOL-EN16931-P0110' },
  'VATEX-EU-J': { category: 'E', rule: 'PEPPOL-EN16931-P0111' },
};

function peppolReasonProblems({ code, reasonCode }: EInvoiceTax, path: string): Problem[] {
  const { category, rule } = peppolReasons[reasonCode ?? ''] ?? { category: code, rule: '' };
  const problem = `${reasonCode} is a reason of another tax category`;
  return problemIf(category !== code, { path: `${path}taxReasonCode`, rule, problem });
}

/** BR-CO-17 tolerates a difference below 1, and rounds the rate. */
function isTaxOfRate({ amount, rate, taxableAmount }: EInvoiceTax): boolean {
  if (rate.round().isZero()) return amount.round().isZero();
  const exact = percentOf(taxableAmount.abs(), rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return amount.abs().minus(exact).abs().lt(1);
}

function combinationProblems(
  taxes: readonly EInvoiceTax[],
  pathOf: (tax: EInvoiceTax) => string,
): Problem[] {
  const outsideScope = taxes.find(({ code }) => code === 'O');
  if (!outsideScope || taxes.length === 1) return [];
  const problem = 'OUTSIDE_SCOPE is combined with other tax categories';
  const remedy = 'Use EXEMPT with a reason, or a separate invoice.';
  return [{ path: `${pathOf(outsideScope)}taxCategory`, rule: 'BR-O-11', problem, remedy }];
}

/** The number of the rule about tax numbers: 02 for lines, 03 for allowances, 04 for charges. */
function partyRuleNumber(code: EInvoiceTaxCode, { allowances, lines }: EInvoice): string {
  if (lines.some(({ taxCode }) => taxCode === code)) return '02';
  return allowances.some(({ isCharge, taxCode }) => taxCode === code && !isCharge) ? '03' : '04';
}

function partyProblems(document: EInvoice): Problem[] {
  const { buyer, seller, taxes } = document;
  const problems = taxes.flatMap(({ code }): Problem[] => {
    const rule = `BR-${codeInRuleNames(code)}-${partyRuleNumber(code, document)}`;
    const isInternational = code === 'K' || code === 'G';
    const hasSellerNumber = seller.vatId || (!isInternational && seller.taxNumber);
    const hasBuyerNumber =
      code === 'K' ? buyer.vatId : code !== 'AE' || buyer.vatId || buyer.legalId;
    return [
      ...problemIf(code !== 'O' && !hasSellerNumber, {
        ...{ path: 'workspace.taxId', rule },
        problem: isInternational
          ? 'the VAT number is missing'
          : 'the VAT number or tax number is missing',
      }),
      ...problemIf(!hasBuyerNumber, {
        ...{ path: 'client.taxId', rule },
        problem:
          code === 'K' ? 'the VAT number is missing' : 'the VAT number or legal id is missing',
      }),
    ];
  });
  return problems.filter(
    ({ path }, index) => problems.findIndex((problem) => problem.path === path) === index,
  );
}

function supplyProblems({ deliveryDate, period, taxes }: EInvoice): Problem[] {
  const isIntraCommunity = taxes.some(({ code }) => code === 'K');
  return problemIf(isIntraCommunity && !deliveryDate && !period, {
    ...{ path: 'supplyDate', rule: 'BR-IC-11' },
    problem: 'the supply date of an intra-community supply is missing',
    remedy: 'Set supplyDate or servicePeriodStart.',
  });
}
