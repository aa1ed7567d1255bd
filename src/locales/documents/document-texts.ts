/** What documents, pages and mails say in one language; names in braces are filled in. */
export interface DocumentTexts {
  invoice: string;
  depositInvoice: string;
  /** Title of the document. */
  invoiceNumber: string;
  from: string;
  billedTo: string;
  issued: string;
  /** In place of the issue date of a draft. */
  notIssued: string;
  due: string;
  paid: string;
  /** When what is charged was supplied: on a day, or in a period. */
  supplied: string;
  suppliedIn: string;
  description: string;
  quantity: string;
  price: string;
  amount: string;
  subtotal: string;
  /** The same where prices have their tax in them, and a tax that is in them. */
  subtotalWithTax: string;
  discount: string;
  tax: string;
  /** What the tax is called that the workspace has no word for. */
  usualTax: string;
  taxIncluded: string;
  /** A discount or charge on a line or the invoice, and something with its percentage. */
  allowance: string;
  depositApplied: string;
  charge: string;
  share: string;
  withheld: string;
  paidBefore: string;
  rounding: string;
  /** Why something is not taxed, where the invoice does not say it. */
  exempt: string;
  reverseCharge: string;
  outsideScope: string;
  intraCommunity: string;
  export: string;
  yourReference: string;
  yourOrder: string;
  total: string;
  /** What is to be paid of the total, where something is withheld, paid before or rounded. */
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
  /** DocumentTexts of the link to the page. */
  viewOnline: string;
  downloadPdf: string;
  page: string;
  /** Before a tax number where the workspace calls its tax nothing, and where it does. */
  taxNumber: string;
  taxNumberOf: string;
  /** Before a number that is one for VAT by its form. */
  vatNumber: string;
  /** Before a number of the register of companies. */
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
  /** What a customer is to do. */
  isVoid: string;
  isClosed: string;
  nothingToPay: string;
  paidInFull: string;
  paidInFullOn: string;
  isDraft: string;
  isOverdue: string;
  isPayable: string;
  pleasePay: string;
  /** Of credit notes. */
  creditNote: string;
  creditNoteNumber: string;
  totalCredited: string;
  credits: string;
  ofItRefunded: string;
  ofItKept: string;
  creditedInFull: string;
  /** Of the mail that an invoice goes out with. */
  mailView: string;
  mailDueDate: string;
  mailPaidOn: string;
  mailTotal: string;
  /** Of mails that bring no invoice. */
  mailReceived: string;
  /** What of a payment of several invoices is for this one. */
  mailOfThisInvoice: string;
  mailReceivedOn: string;
  mailStatus: string;
  mailReply: string;
  mailFoot: string;
  /** Of the one with a credit note. */
  mailFootOfCreditNote: string;
  /** Of statements of account: their heads, and what was booked. */
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
  /** Of the page that says which numbers the documents of a year have. */
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
  /** What a made-up invoice says, of which mails are shown before there is one. */
  sampleLine: string;
  sampleDescription: string;
  sampleInstructions: string;
  sampleReason: string;
}
