import type {
  AppliedExchangeRate,
  ConvertedRevenuePeriod,
} from '../../domain/accounting/converted-revenue.ts';
import {
  convertedRevenueInput,
  listConvertedRevenue,
} from '../../domain/accounting/converted-revenue.ts';
import { reportingPeriodsInput } from '../../domain/accounting/reporting-periods.ts';
import type {
  InvoicedRevenuePeriod,
  PaidRevenuePeriod,
  PeriodTax,
} from '../../domain/accounting/revenue.ts';
import {
  listInvoicedRevenue,
  listPaidRevenue,
  listTaxesByPeriod,
  taxPeriodsInput,
} from '../../domain/accounting/revenue.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';
import { reportsType } from './reports.ts';

/** What an accountant asks for of a period: what was invoiced, paid and taxed. */

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const start = {
  type: 'Date',
  description:
    'The first day of the month, quarter or year; only days from `from` to `to` count, also where the period is longer.',
} as const;

const currency = { type: 'Currency', description: 'The currency.' } as const;

const invoiced = builder.objectRef<InvoicedRevenuePeriod>('InvoicedOfPeriod').implement({
  description:
    'What was invoiced in one period and currency, by the day of issue, less what was voided and credited, by the day on which that was done.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    invoices: t.exposeInt('invoices', {
      description: 'How many invoices were issued, less those that were voided.',
    }),
    net: t.expose('net', amount('Their sum without tax: subtotals less discounts.')),
    tax: t.expose('tax', amount('Their taxes.')),
    total: t.expose('total', amount('Their sum with tax.')),
    voidedInvoices: t.exposeInt('voidedInvoices', {
      description: 'How many invoices were voided in the period, whenever they were issued.',
    }),
    voided: t.expose('voided', amount('The sum of those; all sums above are less by it.')),
    credited: t.expose(
      'credited',
      amount('The sum of the credit notes of the period; all sums above are less by them.'),
    ),
    writtenOff: t.expose(
      'writtenOff',
      amount(
        'What was given up in the period on invoices that were written off, less what of it was owed again; it is in `total`.',
      ),
    ),
  }),
});

const paid = builder.objectRef<PaidRevenuePeriod>('PaidOfPeriod').implement({
  description:
    'What was paid in one period and currency, by the day on which the money came, less what was given back or taken back, by the day on which that was done.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    payments: t.exposeInt('payments', {
      description: 'How many payments came, less those that were taken back.',
    }),
    amount: t.expose(
      'amount',
      amount('What came less what went again, with tax; less than nothing where more went.'),
    ),
    tax: t.expose(
      'tax',
      amount(
        'What of it is tax: of what was paid of an invoice the share that tax has in its total, after the credit notes up to that day. So the shares of an invoice that is paid are the tax that is left of it, to the cent, at each rate.',
      ),
    ),
    net: t.expose('net', amount('What of it is not tax.')),
  }),
});

const taxed = builder.objectRef<PeriodTax>('TaxOfPeriod').implement({
  description: 'One tax of one period and currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', currency),
    name: t.exposeString('name', { description: 'What the tax is called on the invoices.' }),
    category: t.expose('category', {
      type: enums.TaxCategory,
      nullable: true,
      description: 'Its category; null on invoices from before there were categories.',
    }),
    rate: t.expose('rate', { type: 'Decimal', description: 'Percentage.' }),
    taxable: t.expose('taxable', amount('What the tax was taken of.')),
    tax: t.expose('tax', amount('The tax.')),
  }),
});

const usedRate = builder.objectRef<AppliedExchangeRate>('UsedRate').implement({
  description: 'An exchange rate that a figure was made with.',
  extensions: areaPermissions('settings'),
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day on which it was so.' }),
    baseCurrency: t.expose('baseCurrency', {
      type: 'Currency',
      description: 'The currency of which one is told.',
    }),
    quoteCurrency: t.expose('quoteCurrency', {
      type: 'Currency',
      description: 'The currency in which it is told.',
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      description: 'How much of it one of the other was.',
    }),
  }),
});

const convertedPeriod = builder.objectRef<ConvertedRevenuePeriod>('ConvertedPeriod').implement({
  description: 'What was invoiced in one period in all currencies, told in one.',
  extensions: areaPermissions('invoices', 'settings'),
  fields: (t) => ({
    start: t.expose('start', start),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The currency that was asked for.',
    }),
    invoices: t.exposeInt('invoices', {
      description: 'How many invoices were issued, less those that were voided.',
    }),
    net: t.expose('net', amount('Their sum without tax.')),
    tax: t.expose('tax', amount('Their taxes.')),
    total: t.expose('total', amount('Their sum with tax.')),
    rates: t.expose('rates', {
      type: [usedRate],
      description: 'The rates that were used, by day; of what is in the currency already none.',
    }),
  }),
});

const usual = 'The last twelve months unless `from` and `to` say otherwise; at most 120 periods.';

builder.objectFields(reportsType, (t) => ({
  invoicedByPeriod: t.field({
    type: [invoiced],
    description: `What was invoiced, by period and currency; those without any invoice are left out. Drafts never count. ${usual}`,
    args: inputArguments(reportingPeriodsInput),
    resolve: (_root, args, context) => listInvoicedRevenue(context, args),
  }),
  invoicedIn: t.field({
    type: [convertedPeriod],
    description: `What was invoiced, by period, in one currency. The sum of each day is converted by the exchange rate that the workspace has for that day, in either direction; where it has none, nothing is answered but which rates are missing. ${usual}`,
    args: inputArguments(convertedRevenueInput),
    resolve: (_root, args, context) => listConvertedRevenue(context, args),
  }),
  paidByPeriod: t.field({
    type: [paid],
    description: `What was paid, by period and currency; those without any payment are left out. ${usual}`,
    args: inputArguments(reportingPeriodsInput),
    resolve: (_root, args, context) => listPaidRevenue(context, args),
  }),
  taxByPeriod: t.field({
    type: [taxed],
    description: `Taxes by period, currency, rate and name, as they were invoiced or as they were paid; at most a thousand. ${usual}`,
    args: inputArguments(taxPeriodsInput),
    resolve: (_root, args, context) => listTaxesByPeriod(context, args),
  }),
}));
