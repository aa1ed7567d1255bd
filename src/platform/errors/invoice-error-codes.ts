/** Invoices, payments, credit and received invoices. */
export const invoiceErrors = {
  number_taken: {
    status: 409,
    title: 'Conflict',
    meaning: 'Another invoice or a credit note has this number already, or one that looks like it.',
  },
  number_ambiguous: {
    status: 409,
    title: 'Conflict',
    meaning: 'Several invoices go by this number; name the client or write the formatted number.',
  },
  invoice_closed: {
    status: 409,
    title: 'Conflict',
    meaning: 'The invoice is paid or voided and takes no payment.',
  },
  duplicate_payment: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The invoice already has a payment with the same referenceNumber, amount and date. Nothing was recorded. Send `allowDuplicate` to record another one.',
  },
  duplicate_bill: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The vendor already has an expense with the number of the invoice and the same kind. Nothing was created. Send `allowDuplicate` to create another one.',
  },
  payment_exceeds_amount_due: {
    status: 409,
    title: 'Conflict',
    meaning: 'The payment exceeds the amount due. Nothing was recorded.',
  },
  duplicate_refund: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The payment already has a refund with the same referenceNumber, amount and date. Nothing was refunded. Send `allowDuplicate` to record another one.',
  },
  refund_exceeds_payment: {
    status: 409,
    title: 'Conflict',
    meaning: 'The refund exceeds the rest of the payment. Nothing was refunded.',
  },
  e_invoice_incomplete: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The invoice cannot be an e-invoice of this format. `errors` has every missing or wrong value, with the rule of the standard as its code. Nothing was written.',
  },
  credit_exceeded: {
    status: 409,
    title: 'Conflict',
    meaning: 'The client has less credit than that. Nothing was applied or refunded.',
  },
} as const;
