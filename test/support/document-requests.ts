import fc from 'fast-check';
import { expect } from 'vitest';
import { createTaxRule } from '../../src/domain/invoices/tax-rules.ts';
import { Decimal, roundToCurrency } from '../../src/platform/money/money.ts';
import type { TestApi } from './api.ts';
import { countFeatures } from './document-features.ts';
import type { ComponentModel, ShareModel, TaxedModel } from './integer-documents.ts';
import { documentTotals } from './integer-documents.ts';
import { decimalText } from './integer-totals.ts';
import { created } from './invoices.ts';
import { inputFor } from './parity.ts';
import type { Document } from './random-documents.ts';
import { anyDocument, componentsOf } from './random-documents.ts';

/** Random documents of every feature, as both APIs take them and as the database keeps them. */

const micro = (value: bigint) => decimalText(value, 6);
const clientOf = ({ currency }: Document) => `Client of ${currency}`;

/** The name of a tax rule of these components, which is made where there is none. */
type RuleOf = (components: readonly ComponentModel[]) => string;

/** A tax that is sent as a percentage has no name. */
const isPercentage = (of: readonly ComponentModel[]) =>
  of.length === 1 && (of[0]?.rate ?? 0n) >= 0n && of[0]?.name === undefined;

const ownTax = ({ tax, taxable }: TaxedModel, ruleOf: RuleOf) => {
  if (!tax) return { taxable };
  const { category: taxCategory, components } = tax;
  const [{ rate } = { rate: 0n }] = components;
  if (!isPercentage(components)) return { taxCategory, taxRuleName: ruleOf(components) };
  return rate === 0n ? { taxCategory } : { taxCategory, taxRate: micro(rate) };
};

const standardTax = ({ usual }: Document, ruleOf: RuleOf) => {
  if (usual.length === 0) return {};
  const [first] = usual;
  return isPercentage(usual)
    ? { taxRate: micro(first?.rate ?? 0n) }
    : { taxRuleName: ruleOf(usual) };
};

const shared = ({ amount, percent }: ShareModel, digits: number) =>
  percent === null ? { amount: decimalText(amount, digits) } : { percent: micro(percent) };

/** What invoices/create takes of a document, but for its deposits. */
function bodyOf(document: Document, ruleOf: RuleOf) {
  const { digits, prepaid, rounding, roundTo, withholding } = document;
  const adjustments = (awaitedCount: boolean) =>
    document.adjustments
      .filter(({ isCharge }) => isCharge === awaitedCount)
      .map((one) => ({ ...shared(one, digits), ...ownTax(one, ruleOf) }));
  return {
    clientName: clientOf(document),
    ...standardTax(document, ruleOf),
    taxInclusive: document.taxIncluded,
    discountPercent: micro(document.discountPercent),
    items: document.items.map((item) => {
      const [first, ...more] = item.adjustments.filter(({ isCharge }) => !isCharge);
      const discount = first && shared(first, digits);
      return {
        quantity: micro(item.quantity),
        rate: micro(item.price),
        baseQuantity: micro(item.baseQuantity),
        ...ownTax(item, ruleOf),
        ...(discount && { discountPercent: discount.percent, discountAmount: discount.amount }),
        allowances: more.map((one) => shared(one, digits)),
        charges: item.adjustments.filter((one) => one.isCharge).map((one) => shared(one, digits)),
      };
    }),
    allowances: adjustments(false),
    charges: adjustments(true),
    ...(withholding && { withholding: shared(withholding, digits) }),
    prepaidAmount: decimalText(prepaid, digits),
    ...(roundTo === 0n ? {} : { roundTo: decimalText(roundTo, digits) }),
    ...(rounding === 0n ? {} : { roundingAmount: decimalText(rounding, digits) }),
  };
}

/** The compared part of a response: every amount, as text. */
// biome-ignore lint/suspicious/noExplicitAny: as either API returns it
function amountsOf({ discountAmount, lineItems, subTotal, tax, taxBreakdown, total }: any) {
  const text = (amount: unknown) => new Decimal(String(amount)).toFixed();
  return {
    lines: lineItems.map(({ lineTotal }: { lineTotal: unknown }) => text(lineTotal)),
    taxes: taxBreakdown
      .map((one: { taxableAmount: unknown; amount: unknown }) =>
        [one.taxableAmount, one.amount].map(text).join(' '),
      )
      .sort(),
    sums: [subTotal, discountAmount, tax, total].map(text),
  };
}

/** The same of the model. A rounding that comes to nothing has no line. */
function expectedOf(document: Document) {
  const { digits, roundTo } = document;
  const { discountAmount, lineTotals, subTotal, tax, taxes, total } = documentTotals(document);
  const text = (amount: bigint) => decimalText(amount, digits);
  const isEmpty = roundTo !== 0n && lineTotals.at(-1) === 0n;
  return {
    lines: (isEmpty ? lineTotals.slice(0, -1) : lineTotals).map(text),
    // A group of deposits without lines is in the position of its line if its tax comes from a rule.
    taxes: taxes
      .map(({ amount, taxableAmount }) => [taxableAmount, amount].map(text).join(' '))
      .sort(),
    sums: [subTotal, discountAmount, tax, total].map(text),
  };
}

/** The equations of the specification, for a REST response. */
// biome-ignore lint/suspicious/noExplicitAny: as the answer has it
function expectEquations(invoice: any): void {
  const decimal = (value: unknown) => new Decimal(String(value));
  let subTotal = decimal(0);
  for (const { lineTotal, quantity, taxRate, taxable, unitPrice } of invoice.lineItems) {
    const product = decimal(quantity).times(decimal(unitPrice));
    expect(roundToCurrency(product, invoice.currency).toFixed()).toBe(decimal(lineTotal).toFixed());
    // Of what the invoice taxes at 0 %, or not at all, it is as it was given.
    if (taxRate > 0) expect(taxable).toBe(true);
    subTotal = subTotal.plus(decimal(lineTotal));
  }
  expect(subTotal.toFixed()).toBe(decimal(invoice.subTotal).toFixed());
  const total = subTotal.minus(decimal(invoice.discountAmount)).plus(decimal(invoice.tax));
  expect(total.toFixed()).toBe(decimal(invoice.total).toFixed());
  const due = total.minus(decimal(invoice.paymentTotal));
  expect(due.toFixed()).toBe(decimal(invoice.amountDue).toFixed());
  const rates = new Set(invoice.taxBreakdown.map(({ rate }: { rate: number }) => rate));
  if (rates.size > 1) expect(invoice.taxPercentage).toBeNull();
}

const sums = `discountAmount subTotal tax total amountDue
  taxBreakdown { taxableAmount amount } lineItems { lineTotal }`;
/** The part of a response that can be sent back, and a field that shows whether it changed. */
const sentBack = `id taxPercentage taxCategory taxReason taxInclusive discountPercent roundTo roundingAmount prepaidAmount
  lineItems { role description quantity unitPrice price baseQuantity percent taxable taxCategory taxRate taxReason }`;
const explained = 'subTotal discountAmount tax total amountDue';

/** Makes so many documents by each door, and compares them with the model, their explanations, their copies and the database. */
export async function compareRequests({ ours, database }: TestApi, numRuns: number): Promise<void> {
  const rules = new Map<string, string>();
  const made = async (components: readonly ComponentModel[]) => {
    const parts = componentsOf(components);
    const key = JSON.stringify(parts);
    const name = `Rule ${rules.size + 1}`;
    if (rules.has(key) || isPercentage(components)) return;
    rules.set(key, name);
    await createTaxRule(ours.context, { name, components: parts });
  };
  const ruleOf: RuleOf = (components) =>
    rules.get(JSON.stringify(componentsOf(components))) as string;
  for (const currency of ['JPY', 'EUR', 'KWD']) {
    await created(ours, 'clients/create', { name: `Client of ${currency}`, currency });
  }

  /** A deposit that is paid. */
  const paid = async (document: Document, { amount, ...taxed }: Document['deposits'][number]) => {
    const rate = decimalText(amount, document.digits);
    const { id, invoiceNumberFormatted, total } = await created(ours, 'invoices/create', {
      ...{
        clientName: clientOf(document),
        invoiceType: 'DEPOSIT',
        ...standardTax(document, ruleOf),
      },
      items: [{ rate, ...ownTax(taxed, ruleOf) }],
    });
    const payment = { invoiceNumber: invoiceNumberFormatted, amount: total };
    await created(ours, 'payment/create', payment);
    return id;
  };

  /** By REST, then by the other door, explained before and after it is made, and copied. */
  const compare = async (document: Document) => {
    const body = bodyOf(document, ruleOf);
    const depositIds: string[] = [];
    for (const deposit of document.deposits) depositIds.push(await paid(document, deposit));
    const invoice = await created(ours, 'invoices/create', { ...body, depositIds });
    const expected = expectedOf(document);
    expect(amountsOf(invoice)).toEqual(expected);
    expectEquations(invoice);
    const without = { ...document, deposits: [] };
    const isWhole = document.deposits.length === 0;
    const isPositive = documentTotals(without).total >= 0n;
    const input = inputFor('ExplainTotalsInput', body);
    const { body: read } = await ours.gql(
      `query ($id: ID!, $input: ExplainTotalsInput!) {
         invoice(id: $id) { ${explained} totalsExplanation { ${explained} } }
         answered: invoice(id: $id) { version ${sentBack} } explainTotals(input: $input) { ${explained} } }`,
      { id: invoice.id, input },
    );
    expect(read.errors).toBeUndefined();
    const { version, ...returned } = read.data.answered;
    const { totalsExplanation, ...own } = read.data.invoice;
    expect(totalsExplanation).toEqual(own);
    const model = expectedOf(without).sums;
    const { discountAmount, subTotal, tax, total } = read.data.explainTotals;
    expect([subTotal, discountAmount, tax, total]).toEqual(model);
    // If only lines are taxed, the response contains their one rate as the invoice's, and a client that sends it back
    // sets it. A rate below 0 comes only from a rule, and is rejected.
    const [standard] = document.usual;
    const reported = returned.taxPercentage;
    const isOfAll = reported === null || (standard && reported === micro(standard.rate));
    const isSame = isOfAll && !/"tax(Rate|Percentage)":"-/.test(JSON.stringify(returned));
    const sent = isSame ? returned : { id: invoice.id };
    const { body: written } = await ours.gql(
      `mutation ($id: ID!, $input: CreateInvoiceInput!, $answered: UpdateInvoiceInput!) {
         updateInvoice(input: $answered) { ... on UpdateInvoiceSuccess { invoice { version ${sentBack} ${sums} } } ... on ExpectedError { message } }
         createInvoice(input: $input) { ... on CreateInvoiceSuccess { invoice { ${sums} } } ... on ExpectedError { message } }
         duplicateInvoice(input: { id: $id }) { ... on DuplicateInvoiceSuccess { invoice { ${sums} } } ... on ExpectedError { message } } }`,
      { id: invoice.id, input: inputFor('CreateInvoiceInput', body), answered: sent },
    );
    const { createInvoice, duplicateInvoice, updateInvoice } = written.data;
    if (isSame) {
      expect(updateInvoice.invoice).toMatchObject({ version, ...returned });
      expect(amountsOf(updateInvoice.invoice)).toEqual(expected);
    }
    if (!isPositive) return;
    expect(amountsOf(createInvoice.invoice)).toEqual(expectedOf(without));
    // Those of a deposit are not copied, which moves what rounding gives to one line or another.
    expect(amountsOf(duplicateInvoice.invoice)).toEqual(isWhole ? expected : expectedOf(without));
  };

  const { count, counts } = countFeatures();
  const isPossible = (document: Document) =>
    document.items.length > 0 && documentTotals(document).total >= 0n;
  await fc.assert(
    fc.asyncProperty(anyDocument.filter(isPossible), async (document) => {
      const { adjustments, deposits, items, usual } = document;
      const own = [...items, ...adjustments, ...deposits].map(({ tax }) => tax?.components ?? []);
      for (const components of [usual, ...own]) if (components.length > 0) await made(components);
      count(document);
      await compare(document);
    }),
    { numRuns, endOnFailure: numRuns < 100 },
  );
  // A sample need not have all; of the features alone there are more than thirty.
  if (numRuns >= 100) expect(Object.entries(counts).filter(([, found]) => found === 0)).toEqual([]);
  expect(await faultyRows(database, ours.accountId)).toEqual([]);
}

/** The numbers of invoices of which an equation does not hold, as the database computes it. */
async function faultyRows({ prisma }: TestApi['database'], accountId: number): Promise<object[]> {
  return prisma.$queryRaw`
    WITH l AS (
      SELECT l."invoiceId" AS id, sum(l."lineTotal") AS total, bool_and(round(l.quantity * l."unitPrice",
        CASE i.currency WHEN 'JPY' THEN 0 WHEN 'KWD' THEN 3 ELSE 2 END) = l."lineTotal") AS "areRight"
      FROM "InvoiceLine" l JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId"
      WHERE l."accountId" = ${accountId} GROUP BY 1
    ), t AS (
      SELECT "invoiceId" AS id, sum(amount) AS total FROM "InvoiceTaxLine" WHERE "accountId" = ${accountId} GROUP BY 1
    )
    SELECT i."invoiceNumberFormatted" FROM "Invoice" i LEFT JOIN l USING (id) LEFT JOIN t USING (id)
    WHERE i."accountId" = ${accountId} AND NOT (l."areRight" AND l.total = i."subTotal" AND coalesce(t.total, 0) = i.tax
      AND i.total = i."subTotal" - i."discountAmount" + i.tax AND i."amountDue" = i.total - i."paymentTotal")`;
}
