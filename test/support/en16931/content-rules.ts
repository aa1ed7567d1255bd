import type { AllowanceTerms, PeriodTerms, Terms } from './terms.ts';
import { integerOf } from './terms.ts';

/** Whether a document keeps a rule. */
export type Rule = (terms: Terms) => boolean;

const hasText = (text: string | null | undefined): boolean => (text ?? '') !== '';

const eachLine =
  (keeps: (line: Terms['lines'][number]) => boolean): Rule =>
  ({ lines }) =>
    lines.every(keeps);

const eachDocumentAllowance =
  (isCharge: boolean, keeps: (one: Terms['allowances'][number]) => boolean): Rule =>
  ({ allowances }) =>
    allowances.filter((one) => one.isCharge === isCharge).every(keeps);

const eachLineAllowance = (isCharge: boolean, keeps: (one: AllowanceTerms) => boolean): Rule =>
  eachLine(({ allowances }) => allowances.filter((one) => one.isCharge === isCharge).every(keeps));

const eachTax =
  (keeps: (tax: Terms['taxes'][number]) => boolean): Rule =>
  ({ taxes }) =>
    taxes.every(keeps);

const isOrdered = (period: PeriodTerms | null): boolean =>
  !period?.start || !period.end || period.start <= period.end;

const hasBound = (period: PeriodTerms | null): boolean =>
  period === null || hasText(period.start) || hasText(period.end);

const euPrefix =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)/;
const hasCountryPrefix = (vatId: string | null): boolean =>
  vatId === null || euPrefix.test(vatId) || isCountry(vatId.slice(0, 2));

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && countryNames.of(code) !== undefined;

const currencies = new Set(Intl.supportedValuesOf('currency'));
const isIn = (codes: string) => (code: string | null) =>
  code === null || codes.split(' ').includes(code);
const isDocumentType = isIn('326 380 381 384 386 389');
const isPaymentMeans = isIn('1 10 20 30 31 42 48 49 57 58 59 97');
const isTaxCode = isIn('AE E G K O S Z');

/** Which terms a document has to have, and the codes that this service uses. */
export const contentRules: Readonly<Record<string, Rule>> = {
  'BR-01': ({ specification }) => hasText(specification),
  'BR-02': ({ number }) => hasText(number),
  'BR-03': ({ issueDate }) => /^\d{4}-\d\d-\d\d$/.test(issueDate ?? ''),
  'BR-04': ({ typeCode }) => hasText(typeCode),
  'BR-05': ({ currency }) => hasText(currency),
  'BR-06': ({ seller }) => hasText(seller.name),
  'BR-07': ({ buyer }) => hasText(buyer.name),
  'BR-08': ({ seller }) => seller.address !== null,
  'BR-09': ({ seller }) => seller.address === null || hasText(seller.address.countryCode),
  'BR-10': ({ buyer }) => buyer.address !== null,
  'BR-11': ({ buyer }) => buyer.address === null || hasText(buyer.address.countryCode),
  'BR-12': ({ totals }) => hasText(totals.lines),
  'BR-13': ({ totals }) => hasText(totals.withoutTax),
  'BR-14': ({ totals }) => hasText(totals.withTax),
  'BR-15': ({ totals }) => hasText(totals.amountDue),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': eachLine(({ id }) => hasText(id)),
  'BR-22': eachLine(({ quantity }) => hasText(quantity)),
  'BR-23': eachLine(({ unit }) => hasText(unit)),
  'BR-24': eachLine(({ netAmount }) => hasText(netAmount)),
  'BR-25': eachLine(({ name }) => hasText(name)),
  'BR-26': eachLine(({ price }) => hasText(price)),
  'BR-27': eachLine(({ price }) => integerOf(price) >= 0n),
  'BR-29': ({ period }) => isOrdered(period),
  'BR-30': eachLine(({ period }) => isOrdered(period)),
  'BR-31': eachDocumentAllowance(false, ({ amount }) => hasText(amount)),
  'BR-32': eachDocumentAllowance(false, ({ taxCode }) => hasText(taxCode)),
  'BR-33': eachDocumentAllowance(false, ({ reason }) => hasText(reason)),
  'BR-36': eachDocumentAllowance(true, ({ amount }) => hasText(amount)),
  'BR-37': eachDocumentAllowance(true, ({ taxCode }) => hasText(taxCode)),
  'BR-38': eachDocumentAllowance(true, ({ reason }) => hasText(reason)),
  'BR-41': eachLineAllowance(false, ({ amount }) => hasText(amount)),
  'BR-42': eachLineAllowance(false, ({ reason }) => hasText(reason)),
  'BR-43': eachLineAllowance(true, ({ amount }) => hasText(amount)),
  'BR-44': eachLineAllowance(true, ({ reason }) => hasText(reason)),
  'BR-45': eachTax(({ taxableAmount }) => hasText(taxableAmount)),
  'BR-46': eachTax(({ amount }) => hasText(amount)),
  'BR-47': eachTax(({ code }) => hasText(code)),
  'BR-48': eachTax(({ code, rate }) => code === 'O' || hasText(rate)),
  'BR-49': ({ payments }) => payments.every(({ code }) => hasText(code)),
  'BR-50': ({ payments }) => payments.every(({ accounts }) => accounts.every(hasText)),
  'BR-55': ({ precedingNumbers }) => precedingNumbers.every(hasText),
  'BR-57': ({ deliveryCountries }) => deliveryCountries.every(hasText),
  'BR-61': ({ payments }) =>
    payments.every(
      ({ accounts, code }) => !['30', '58'].includes(code ?? '') || accounts.length > 0,
    ),
  'BR-62': ({ seller }) =>
    seller.electronicAddress === null || hasText(seller.electronicAddress.scheme),
  'BR-63': ({ buyer }) =>
    buyer.electronicAddress === null || hasText(buyer.electronicAddress.scheme),
  'BR-CO-04': eachLine(({ taxCode }) => hasText(taxCode)),
  'BR-CO-09': ({ buyer, seller }) => [buyer, seller].every(({ vatId }) => hasCountryPrefix(vatId)),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-19': ({ period }) => hasBound(period),
  'BR-CO-20': eachLine(({ period }) => hasBound(period)),
  'BR-CO-25': ({ dueDate, paymentTerms, totals, typeCode }) =>
    typeCode === '381' ||
    integerOf(totals.amountDue) <= 0n ||
    hasText(dueDate) ||
    hasText(paymentTerms),
  'BR-CO-26': ({ seller }) => hasText(seller.vatId) || hasText(seller.legalId),
  'BR-CL-01': ({ typeCode }) => isDocumentType(typeCode),
  'BR-CL-03': ({ amountCurrencies }) => amountCurrencies.every((code) => currencies.has(code)),
  'BR-CL-04': ({ currency }) => currency === null || currencies.has(currency),
  'BR-CL-11': ({ buyer, seller }) =>
    [buyer, seller].every(({ legalIdScheme }) => /^0\d{3}$/.test(legalIdScheme ?? '0002')),
  'BR-CL-14': ({ buyer, deliveryCountries, seller }) =>
    [buyer.address?.countryCode, seller.address?.countryCode, ...deliveryCountries].every(
      (code) => !code || isCountry(code),
    ),
  'BR-CL-16': ({ payments }) => payments.every(({ code }) => isPaymentMeans(code)),
  'BR-CL-17': ({ taxes }) => taxes.every(({ code }) => isTaxCode(code)),
  'BR-CL-18': ({ allowances, lines }) =>
    [...allowances, ...lines].every(({ taxCode }) => isTaxCode(taxCode)),
  'BR-CL-22': eachTax(({ reasonCode }) => /^VATEX-[A-Z0-9-]+$/.test(reasonCode ?? 'VATEX-EU-O')),
  'BR-CL-23': eachLine(({ unit }) => /^[A-Z0-9]{2,3}$/.test(unit ?? '')),
  'BR-CL-25': ({ buyer, seller }) =>
    [buyer, seller].every(({ electronicAddress }) =>
      /^(0\d{3}|99\d\d|EM)$/.test(electronicAddress?.scheme ?? 'EM'),
    ),
  // Peppol: one currency, and no element without content.
  'PEPPOL-EN16931-R051': ({ amountCurrencies, currency }) =>
    amountCurrencies.every((code) => code === currency),
  'PEPPOL-EN16931-R008': ({ emptyElements }) => emptyElements.length === 0,
};
