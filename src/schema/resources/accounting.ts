import type { ConvertedRevenuePeriod } from '../../domain/accounting/converted-revenue.ts';
import {
  convertedRevenueInput,
  listConvertedRevenue,
} from '../../domain/accounting/converted-revenue.ts';
import type { AppliedExchangeRate } from '../../domain/accounting/exchange-rates-by-day.ts';
import { reportingPeriodsInput } from '../../domain/accounting/reporting-periods.ts';
import type { InvoicedRevenuePeriod, PaidRevenuePeriod } from '../../domain/accounting/revenue.ts';
import { listInvoicedRevenue, listPaidRevenue } from '../../domain/accounting/revenue.ts';
import { taxPeriodsInput, taxSummaryInput } from '../../domain/accounting/tax-fields.ts';
import type { PeriodTax, TaxSummary } from '../../domain/accounting/taxes-by-period.ts';
import { listTaxesByPeriod, listTaxSummary } from '../../domain/accounting/taxes-by-period.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';
import { reportsType } from './reports.ts';

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const start = {
  type: 'Date',
  description:
    'First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer.',
} as const;

const currency = { type: 'Currency', description: 'The currency.' } as const;

const invoiced = builder.objectRef<InvoicedRevenuePeriod>('InvoicedOfPeriod').implement({
  description:
    'Invoiced amounts of one period and currency by issue date, less voided and credited amounts by their booking date.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    invoices: t.exposeInt('invoices', {
      description: 'Number of issued invoices, less voided ones.',
    }),
    net: t.expose('net', amount('Sum without tax: subtotals less discounts.')),
    tax: t.expose('tax', amount('Their taxes.')),
    total: t.expose('total', amount('Sum with tax.')),
    voidedInvoices: t.exposeInt('voidedInvoices', {
      description:
        'Number of invoices that were voided in the period, independent of their issue date.',
    }),
    voided: t.expose(
      'voided',
      amount('Sum of the voided invoices. It is deducted from all sums above.'),
    ),
    credited: t.expose(
      'credited',
      amount('Sum of the credit notes of the period. It is deducted from all sums above.'),
    ),
    writtenOff: t.expose(
      'writtenOff',
      amount('Written-off amounts of the period, less reversed write-offs. It is part of `total`.'),
    ),
  }),
});

const paid = builder.objectRef<PaidRevenuePeriod>('PaidOfPeriod').implement({
  description:
    'Payments of one period and currency by payment date, less refunds and reversals by their booking date.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    payments: t.exposeInt('payments', {
      description: 'Number of payments, less reversed ones.',
    }),
    amount: t.expose(
      'amount',
      amount(
        'Payments less refunds and reversals, including tax. Negative if more money went out than came in.',
      ),
    ),
    tax: t.expose(
      'tax',
      amount(
        'Tax part of it: for each payment, the share of tax in the invoice total after the credit notes up to that day. For a fully paid invoice, the shares add up to its remaining tax, to the cent, at each rate.',
      ),
    ),
    net: t.expose('net', amount('Part of it without tax.')),
  }),
});

const taxed = builder.objectRef<PeriodTax>('TaxOfPeriod').implement({
  description: 'Total of one tax in one period and currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    direction: t.expose('direction', {
      type: enums.TaxDirection,
      description: 'Whether the workspace owes the tax or paid it for purchases.',
    }),
    name: t.exposeString('name', {
      description:
        'Name of the tax on the invoices. For purchases: the workspace’s name of the tax.',
    }),
    category: t.expose('category', {
      type: enums.TaxCategory,
      nullable: true,
      description: 'Tax category. Null on invoices that are older than categories.',
    }),
    rate: t.expose('rate', { type: 'Decimal', description: 'Percentage.' }),
    taxable: t.expose('taxable', amount('Taxable amount.')),
    tax: t.expose('tax', amount('The tax.')),
    deductibleTax: t.expose('deductibleTax', {
      ...amount('Deductible part of input tax. Null for output tax.'),
      nullable: true,
    }),
  }),
});

const summary = builder.objectRef<TaxSummary>('TaxSummaryOfPeriod').implement({
  description: 'Output tax and deductible input tax of one period and currency.',
  extensions: areaPermissions('invoices', 'expenses'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    outputTax: t.expose(
      'outputTax',
      amount('Tax of invoices, and tax that the workspace owes for purchases.'),
    ),
    deductibleTax: t.expose('deductibleTax', amount('Deductible input tax of expenses.')),
    payable: t.expose('payable', amount('outputTax − deductibleTax. Negative for a refund.')),
    taxes: t.expose('taxes', {
      type: [taxed],
      description: 'The taxes, as in `taxByPeriod` with both directions.',
    }),
  }),
});

const usedRate = builder.objectRef<AppliedExchangeRate>('UsedRate').implement({
  description: 'An exchange rate that was used for a report.',
  extensions: areaPermissions('settings'),
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'Day of the rate.' }),
    baseCurrency: t.expose('baseCurrency', {
      type: 'Currency',
      description: 'Base currency.',
    }),
    quoteCurrency: t.expose('quoteCurrency', {
      type: 'Currency',
      description: 'Quote currency.',
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      description: 'Amount of quote currency for one unit of base currency.',
    }),
  }),
});

const convertedPeriod = builder.objectRef<ConvertedRevenuePeriod>('ConvertedPeriod').implement({
  description: 'Invoiced amounts of one period in all currencies, converted to one.',
  extensions: areaPermissions('invoices', 'settings'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'Currency of the report.',
    }),
    invoices: t.exposeInt('invoices', {
      description: 'Number of issued invoices, less voided ones.',
    }),
    net: t.expose('net', amount('Sum without tax.')),
    tax: t.expose('tax', amount('Their taxes.')),
    total: t.expose('total', amount('Sum with tax.')),
    rates: t.expose('rates', {
      type: [usedRate],
      description: 'Exchange rates that were used, by day. None for amounts in the same currency.',
    }),
  }),
});

const usual = 'The default period is the last twelve months. The maximum is 120 periods.';

builder.objectFields(reportsType, (t) => ({
  invoicedByPeriod: t.field({
    type: [invoiced],
    description: `Invoiced amounts by period and currency. Periods without invoices are omitted. Drafts are not included. ${usual}`,
    args: inputArguments(reportingPeriodsInput),
    resolve: (_root, args, context) => listInvoicedRevenue(context, args),
  }),
  invoicedIn: t.field({
    type: [convertedPeriod],
    description: `Invoiced amounts by period in one currency. The sum of each day is converted with the workspace’s exchange rate of that day, in either direction. If rates are missing, the result is an error that lists them. ${usual}`,
    args: inputArguments(convertedRevenueInput),
    resolve: (_root, args, context) => listConvertedRevenue(context, args),
  }),
  paidByPeriod: t.field({
    type: [paid],
    description: `Payments by period and currency. Periods without payments are omitted. ${usual}`,
    args: inputArguments(reportingPeriodsInput),
    resolve: (_root, args, context) => listPaidRevenue(context, args),
  }),
  taxByPeriod: t.field({
    type: [taxed],
    description: `Taxes by period, currency, rate and name, by invoice or by payment, at most a thousand. ${usual}`,
    args: inputArguments(taxPeriodsInput),
    resolve: (_root, args, context) => listTaxesByPeriod(context, args),
  }),
  taxSummary: t.field({
    type: [summary],
    description: `What a tax return reports: output tax, deductible input tax and the difference, by period and currency. Expenses count on their document date, or by payment on the day of their payment. Periods without taxes are omitted. ${usual}`,
    args: inputArguments(taxSummaryInput),
    resolve: (_root, args, context) => listTaxSummary(context, args),
  }),
}));
