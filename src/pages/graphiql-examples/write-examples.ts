export const createByNamesExample = `# Use names of records instead of ids. The create
# flags create a missing client, project or
# deliverable. Run it twice: the second time, all
# of them are found.
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
    # The new record …
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
    # … or an error. To see one, set an end before
    # the start in the variables below.
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

export const invoiceAndPaymentExample = `# Mutation fields run one after another: a client,
# its invoice, and a partial payment. To run it
# again, change the number in the variables.
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
    # The second time, the name already exists.
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
        # Amounts are exact: a string of digits.
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
      # Sent twice, it is recorded once.
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
# \`partial\`, valid items are created, and the
# others return errors: the last one here has an
# unknown project.
mutation BulkEntry($items: [CreateTimeEntryInput!]!) {
  createTimeEntries(
    input: { partial: true, items: $items }
  ) {
    ... on CreateTimeEntriesSuccess {
      made
      refused
      # Results in the order of the items, as the
      # mutation of one time entry returns them.
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
