export const createByNamesExample = `# Records can be named instead of referred to by id.
# With the create flags, a client, a project or a
# deliverable that is not there yet is made as well.
# Run it twice: the second time all are found.
mutation CreateByNames(
  $start: DateTime!
  $end: DateTime!
) {
  createTimeEntry(
    input: {
      clientName: "Ada & Sons"
      createClient: true
      projectName: "New website"
      createProject: true
      deliverableName: "Home page"
      createDeliverable: true
      timerStart: $start
      timerEnd: $end
      notes: "Sketches"
    }
  ) {
    # What was written …
    ... on CreateTimeEntrySuccess {
      timeEntry {
        id
        client {
          name
        }
        project {
          name
          trackedMinutes
        }
        deliverable {
          name
        }
      }
    }
    # … or why nothing was. To see that, let it end
    # before it starts, in the variables below.
    ... on ExpectedError {
      code
      message
      errors {
        path
        message
      }
    }
  }
}
`;

export const invoiceAndPaymentExample = `# The fields of a mutation run one after another:
# a client, an invoice for it, and a payment of a
# part. To run it again, change the number in the
# variables below: it is taken then.
mutation InvoiceAndPayment(
  $number: String!
  $today: Date!
) {
  client: createClient(
    input: { name: "Grace & Daughters" }
  ) {
    ... on CreateClientSuccess {
      client {
        name
      }
    }
    # The second time there is one of that name.
    ... on ExpectedError {
      code
      message
    }
  }
  invoice: createInvoice(
    input: {
      invoiceNumber: $number
      clientName: "Grace & Daughters"
      taxPercentage: "19"
      lineItems: [
        {
          description: "Consulting"
          quantity: 8
          unitPrice: "120.00"
        }
        {
          description: "Travel"
          unitPrice: "75.50"
          taxable: false
        }
      ]
    }
  ) {
    ... on CreateInvoiceSuccess {
      invoice {
        id
        invoiceNumberFormatted
        # Money is exact: a string of digits.
        subTotal
        tax
        total
      }
    }
    ... on ExpectedError {
      code
      message
    }
  }
  payment: recordPayment(
    input: {
      invoiceNumber: $number
      amount: "500"
      date: $today
      paymentType: BANK_TRANSFER
      # Sent twice, it pays once.
      referenceNumber: "TRANSFER-4711"
    }
  ) {
    ... on RecordPaymentSuccess {
      invoice {
        status
        paymentTotal
        amountDue
        payments {
          date
          amount
        }
      }
    }
    ... on ExpectedError {
      code
      message
    }
  }
}
`;

export const bulkEntryExample = `# Up to 1,000 time entries at once, by names. With
# \`partial\`, those that can be taken are, and each of
# the others says why it cannot: the last one here
# names a project that is not there.
mutation BulkEntry($items: [CreateTimeEntryInput!]!) {
  createTimeEntries(
    input: { partial: true, items: $items }
  ) {
    ... on CreateTimeEntriesSuccess {
      made
      refused
      # In the order of the items: what the mutation of
      # one time entry would have answered.
      results {
        ... on CreateTimeEntrySuccess {
          timeEntry {
            id
            project {
              name
            }
          }
        }
        ... on ExpectedError {
          code
          message
        }
      }
    }
    ... on ExpectedError {
      code
      message
    }
  }
}
`;
