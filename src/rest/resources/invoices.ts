import { z } from 'zod';
import { createInvoice, createSimpleInvoice } from '../../domain/invoices/create.ts';
import {
  createInvoiceInput,
  createSimpleInvoiceInput,
} from '../../domain/invoices/invoice-input.ts';
import { isSimpleInvoice } from '../../domain/invoices/invoice-rules.ts';
import { payableInvoicesInput, searchPayableInvoices } from '../../domain/invoices/search.ts';
import { invoiceOperations } from '../../operations/invoices.ts';
import type { Context } from '../../platform/context/context.ts';
import { defineListRoute, defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import type { WriteResponse, WrittenRecord } from '../core/record-responses.ts';
import { FinalRecordRead, RecordJson, recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/write-routes.ts';
import { invoiceEInvoiceRoute } from './e-invoices.ts';
import { invoiceMiniSerializer, invoiceSerializer } from './invoice-serializers.ts';
import { templateRoutes } from './invoice-templates.ts';

/** `invoices/create` returns a whole invoice for one amount, an InvoiceMini for items. */
const wholeInvoice = recordResponse('Invoice', invoiceSerializer);
const miniInvoice = recordResponse('Invoice', invoiceMiniSerializer);
type CreatedInvoice = WrittenRecord & { isWhole: boolean };
const readCreated = async (context: Context, { id, isWhole }: CreatedInvoice) => {
  const { body, version } = await (isWhole ? wholeInvoice : miniInvoice).read(context, { id });
  return new RecordJson(body, { id, isWhole } as WrittenRecord, version);
};
const createdInvoice: WriteResponse<CreatedInvoice> = {
  tree: wholeInvoice.tree,
  schema: z.union([wholeInvoice.schema, miniInvoice.schema]),
  read: readCreated,
  createFinalRead: (context, { id, isWhole }) => {
    const { statement } = (isWhole ? wholeInvoice : miniInvoice).createFinalRead(context, { id });
    return new FinalRecordRead(statement, { id, isWhole });
  },
  readAgain: (context, written) => readCreated(context, written as CreatedInvoice),
};

export const invoiceExample = {
  id: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  invoiceNumber: 42,
  invoiceNumberFormatted: 'INV-00042',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  clientInfo: {
    id: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
    name: 'Lovelace Analytics',
    address1: '12 St James’s Square',
    address2: null,
    city: 'London',
    locality: null,
    postal: 'SW1Y 4JH',
    country: 'United Kingdom',
    countryCode: 'GB',
    phone: null,
    website: 'https://lovelace.example',
    taxId: null,
    legalId: null,
    legalIdScheme: null,
    electronicAddress: null,
    electronicAddressScheme: null,
    buyerReference: null,
  },
  description: null,
  externalId: null,
  source: null,
  dateCreated: '2026-03-31',
  dateIssued: '2026-03-31',
  dateSent: '2026-03-31',
  dateDue: '2026-04-30',
  datePaid: null,
  supplyDate: null,
  servicePeriodStart: '2026-03-01',
  servicePeriodEnd: '2026-03-31',
  status: 'SENT',
  invoiceType: 'STANDARD',
  currency: 'EUR',
  subTotal: 1000,
  discountPercent: 0,
  discountAmount: 0,
  tax: 190,
  taxPercentage: 19,
  taxCategory: null,
  taxReason: null,
  taxReasonCode: null,
  taxInclusive: false,
  taxRule: null,
  taxBreakdown: [
    {
      name: 'VAT',
      rate: 19,
      order: 1,
      compound: false,
      taxableAmount: 1000,
      amount: 190,
      taxGroup: 1,
      category: 'STANDARD',
      reason: null,
      reasonCode: null,
    },
  ],
  total: 1190,
  withholdingAmount: 0,
  prepaidAmount: 0,
  roundTo: null,
  roundingAmount: 0,
  buyerReference: null,
  orderNumber: null,
  deliverTo: null,
  paymentTotal: 0,
  creditedTotal: 0,
  amountDue: 1190,
  viewOnlineUrl: 'https://billing.example.com/invoices/view/1-3q2-7wAAECAwQFBgcICQoL',
  payments: [],
  lineItems: [
    {
      id: 'lin_0199d2f0a1c27b1e9f4b6c1de0a35f11',
      description: 'Design of the start page',
      role: 'ITEM',
      quantity: 8,
      unitPrice: 125,
      price: null,
      baseQuantity: null,
      percent: null,
      unit: 'h',
      servicePeriodStart: '2026-03-02',
      servicePeriodEnd: '2026-03-13',
      taxable: true,
      taxCategory: 'STANDARD',
      taxRate: 19,
      taxReason: null,
      taxReasonCode: null,
      lineTotal: 1000,
      type: 'PROJECT',
      visible: true,
      projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f12',
      projectName: 'Website',
      deliverableName: null,
      depositInvoiceId: null,
    },
  ],
  warnings: [],
};

export const invoiceForm = { response: miniInvoice, example: invoiceExample };

export const invoiceRoutes = [
  invoiceEInvoiceRoute,
  ...defineOperationRoutes(invoiceOperations, {
    tag: 'Invoices',
    records: { Invoice: { response: wholeInvoice, example: invoiceExample } },
  }),
  defineWriteRoute({
    path: 'invoices/create',
    creates: 'Invoice',
    operationId: 'createInvoice',
    tag: 'Invoices',
    summary: 'Create an invoice, and optionally send it',
    description: [
      'Creates an invoice with `items` and returns an InvoiceMini. With `amount` instead of items, it creates an invoice with one taxable line of that amount and returns the whole Invoice.',
      'It is a DRAFT, or SENT when `sendTo.send` is true: the e-mail, with the invoice as a PDF, is then written and put into the outbox, and sent from there where a mail server is configured. Somebody with an e-mail has to be there to send it to.',
      'Amounts are in the client’s currency, otherwise the workspace’s. A negative quantity or rate is a credit; the total must not be negative.',
      'Without a number, the invoice gets the next one of the workspace’s gapless series, which skips numbers that were chosen manually. Digits alone are formatted with the workspace’s number format. Other text stays as it is, and has a plain number only if it matches the format.',
      '`timeEntryIds`, `expenseIds` and `deliverableIds` of an item are the work that its line bills. They must belong to the client (and to the item’s project, if it has one), otherwise it is a 400. Work that is already billed is a 409, and nothing is created. It can be billed again once that invoice is voided or deleted.',
      'Dates are days in the workspace’s time zone.',
    ].join('\n\n'),
    input: z.union([createInvoiceInput, createSimpleInvoiceInput]),
    output: createdInvoice,
    errors: [
      ...(['name_not_found', 'record_not_found', 'number_taken', 'conflicting_state'] as const),
      'e_invoice_incomplete',
    ],
    example: {
      input: {
        clientName: 'Lovelace Analytics',
        dateCreated: '2026-03-31',
        dueDate: '2026-04-30',
        taxRate: 19,
        items: [
          {
            description: 'Design of the start page',
            quantity: 8,
            rate: 125,
            taxable: true,
            projectName: 'Website',
          },
        ],
        sendTo: { send: true, contacts: ['ada@lovelace.example'], emailTemplateName: 'Invoice' },
      },
      output: invoiceExample,
    },
    handle: async (context, body) => {
      const isWhole = isSimpleInvoice(body);
      const create = isWhole ? createSimpleInvoice : createInvoice;
      const { id } = await create(context, body);
      return { id, isWhole };
    },
  }),
  defineListRoute({
    path: 'payableInvoices/search',
    operationId: 'searchPayableInvoices',
    tag: 'Invoices',
    summary: 'Search open invoices',
    description:
      'Invoices with an amount due that are not PAID, VOIDED or WRITE_OFF, by due date. `query` is the exact name of a client; an unknown name, or an archived client, returns `[]`. With `id`, only that invoice; an unknown id, or an invoice that is not open, returns `[]`.',
    input: payableInvoicesInput,
    model: 'Invoice',
    record: invoiceMiniSerializer,
    errors: [],
    example: { input: { query: 'Lovelace Analytics' }, output: [invoiceExample] },
    handle: searchPayableInvoices,
  }),
  ...templateRoutes,
  defineSearchRoute({
    path: 'invoices/search',
    operationId: 'searchInvoices',
    tag: 'Invoices',
    summary: 'Search invoices',
    description:
      'Invoices of every status in the order of creation. `query` is the exact formatted number or client name. `from` and `to` are days of `dateCreated`. At most 1,000; the `Link` header of the response contains the next page.',
    model: 'Invoice',
    record: invoiceMiniSerializer,
    errors: [],
    example: { input: { query: 'INV-00042' }, output: [invoiceExample] },
  }),
];
