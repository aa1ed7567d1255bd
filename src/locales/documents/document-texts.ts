/** Texts of documents, pages and e-mails. Names in braces are placeholders. */
export interface DocumentTexts {
  invoice: string;
  depositInvoice: string;
  invoiceNumber: string;
  from: string;
  billedTo: string;
  issued: string;
  /** Replaces the issue date of a draft. */
  notIssued: string;
  due: string;
  paid: string;
  /** Supply date and service period. */
  supplied: string;
  suppliedIn: string;
  description: string;
  quantity: string;
  price: string;
  amount: string;
  subtotal: string;
  /** For prices that include tax. */
  subtotalWithTax: string;
  discount: string;
  tax: string;
  /** Name of a tax without a name in the workspace. */
  usualTax: string;
  taxIncluded: string;
  /** Discount or charge, and a name with its percentage. */
  allowance: string;
  depositApplied: string;
  charge: string;
  share: string;
  withheld: string;
  paidBefore: string;
  rounding: string;
  /** Reason for no tax if the invoice has none. */
  exempt: string;
  reverseCharge: string;
  outsideScope: string;
  intraCommunity: string;
  export: string;
  yourReference: string;
  yourOrder: string;
  total: string;
  /** Total after withholding, prepayments and rounding. */
  amountToPay: string;
  amountDue: string;
  writtenOff: string;
  paidOn: string;
  paymentReturned: string;
  paymentTakenBack: string;
  refundedOn: string;
  keptAsCredit: string;
  howToPay: string;
  accountHolder: string;
  reference: string;
  transferCode: string;
  notes: string;
  /** Link to the page. */
  viewOnline: string;
  downloadPdf: string;
  page: string;
  /** Label of a tax number without and with the workspace's name of the tax. */
  taxNumber: string;
  taxNumberOf: string;
  /** Label of a VAT number. */
  vatNumber: string;
  /** Label of a company registration number. */
  legalId: string;
  lettersLacking: string;
  lettersOnline: string;
  statusDraft: string;
  statusPaid: string;
  statusCredited: string;
  statusVoid: string;
  statusClosed: string;
  statusOverdue: string;
  statusPartlyPaid: string;
  statusDue: string;
  /** Call to action. */
  isVoid: string;
  isClosed: string;
  nothingToPay: string;
  paidInFull: string;
  paidInFullOn: string;
  isDraft: string;
  isOverdue: string;
  isPayable: string;
  pleasePay: string;
  /** Credit notes. */
  creditNote: string;
  creditNoteNumber: string;
  totalCredited: string;
  credits: string;
  ofItRefunded: string;
  ofItKept: string;
  creditedInFull: string;
  /** E-mails with an invoice. */
  mailView: string;
  mailDueDate: string;
  mailPaidOn: string;
  mailTotal: string;
  /** E-mails without an invoice. */
  mailReceived: string;
  /** Part of a payment of several invoices. */
  mailOfThisInvoice: string;
  mailReceivedOn: string;
  mailStatus: string;
  mailReply: string;
  mailFoot: string;
  /** E-mails with a credit note. */
  mailFootOfCreditNote: string;
  /** Statements of account. */
  statement: string;
  statementPeriod: string;
  statementNothing: string;
  date: string;
  booked: string;
  balance: string;
  dueOn: string;
  openBefore: string;
  openAtEnd: string;
  bookedInvoice: string;
  bookedVoid: string;
  bookedCreditNote: string;
  bookedPayment: string;
  bookedReversal: string;
  bookedRefund: string;
  bookedWriteOff: string;
  bookedReopened: string;
  /** Report of document numbers. */
  numbers: string;
  seriesInvoice: string;
  seriesDeposit: string;
  seriesCreditNote: string;
  series: string;
  period: string;
  first: string;
  last: string;
  count: string;
  drafts: string;
  void: string;
  missing: string;
  noneMissing: string;
  someMissing: string;
  voids: string;
  number: string;
  voidSince: string;
  reason: string;
  chosenNumbers: string;
  noNumbers: string;
  downloadCsv: string;
  asOf: string;
  /** Sample invoice of e-mail previews. */
  sampleLine: string;
  sampleDescription: string;
  sampleInstructions: string;
  sampleReason: string;
}
