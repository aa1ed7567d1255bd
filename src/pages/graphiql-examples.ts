/** An operation to begin with; `{{today}}` and `{{number}}` in its variables are filled in by the browser. */
export interface Example {
  query: string;
  variables?: string;
}

const variables = (values: object) => JSON.stringify(values, null, 2);

const firstLook = `# Welcome! This page talks to your workspace: that
# of the API key below, under "Headers".
#
# ▶ or Ctrl+Enter (⌘+Enter on a Mac) runs it. Point
# at a field to read what it means; the book at the
# side opens the whole documentation. Ctrl+Space
# offers what can be asked for where you type.
query FirstLook {
  workspace {
    name
    currency
    timeZone
  }
  # Lists come in pages.
  clients(first: 5) {
    totalCount
    edges {
      node {
        id
        name
        outstanding {
          currency
          amount
        }
        # What belongs to it, without another request.
        projects(first: 3) {
          edges {
            node {
              name
              trackedMinutes
            }
          }
        }
      }
    }
  }
}
`;

const createByNames = `# Records can be named instead of referred to by id.
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
    ... on TimeEntry {
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

const invoiceAndPayment = `# The fields of a mutation run one after another:
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
    ... on Client {
      name
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
      taxRate: "19"
      items: [
        {
          description: "Consulting"
          quantity: 8
          rate: "120.00"
        }
        {
          description: "Travel"
          rate: "75.50"
          taxable: false
        }
      ]
    }
  ) {
    ... on Invoice {
      id
      invoiceNumberFormatted
      # Money is exact: a string of digits.
      subTotal
      tax
      total
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
    }
  ) {
    ... on Invoice {
      status
      paymentTotal
      amountDue
      payments {
        date
        amount
      }
    }
    ... on ExpectedError {
      code
      message
    }
  }
}
`;

const pageOfProjects = `# \`where\` chooses, also by what a record is related
# to; \`orderBy\` sorts; \`after\` goes on behind a
# cursor. For the next page, put the endCursor of the
# answer into the variables below.
query PageOfProjects($first: Int!, $after: String) {
  projects(
    first: $first
    after: $after
    where: {
      active: { equals: true }
      client: { archived: { equals: false } }
    }
    orderBy: [{ dueDate: ASC }, { name: ASC }]
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        name
        dueDate
        # Loaded for the whole page at once.
        trackedMinutes
        budgetUsed
        client {
          name
        }
        deliverables(first: 5) {
          totalCount
          edges {
            node {
              name
              status
            }
          }
        }
      }
    }
  }
}
`;

const bulkEntry = `# Up to 1,000 time entries at once, by names. With
# \`partial\`, those that can be taken are, and each of
# the others says why it cannot: the last one here
# names a project that is not there.
mutation BulkEntry($items: [CreateTimeEntryInput!]!) {
  createTimeEntries(
    input: { partial: true, items: $items }
  ) {
    ... on CreateTimeEntriesPayload {
      made
      refused
      results {
        index
        record {
          id
          project {
            name
          }
        }
        error {
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

const entry = {
  clientName: 'Ada & Sons',
  createClient: true,
  projectName: 'New website',
  createProject: true,
};

const changes = `# Run this, and then "CreateByNames" in a second
# window: changes are told as they are committed,
# whoever makes them. Leave \`types\` out to be told of
# everything; the same button stops it.
subscription Changes {
  recordChanged(
    types: [CLIENT, PROJECT, TIME_ENTRY, INVOICE]
  ) {
    kind
    type
    id
    # As it is by now; null where it was deleted.
    node {
      ... on Client {
        name
      }
      ... on Project {
        name
      }
      ... on TimeEntry {
        timerStart
        timerEnd
        notes
      }
      ... on Invoice {
        invoiceNumberFormatted
        status
        amountDue
      }
    }
  }
}
`;

/** What a newcomer finds in the tabs. Each works in a workspace of any kind, an empty one too. */
export const examples: readonly Example[] = [
  { query: firstLook },
  {
    query: createByNames,
    variables: variables({ start: '{{today}}T09:00:00Z', end: '{{today}}T10:30:00Z' }),
  },
  { query: invoiceAndPayment, variables: variables({ number: '{{number}}', today: '{{today}}' }) },
  { query: pageOfProjects, variables: variables({ first: 10, after: null }) },
  {
    query: bulkEntry,
    variables: variables({
      items: [
        {
          ...entry,
          timerStart: '{{today}}T11:00:00Z',
          timerEnd: '{{today}}T12:00:00Z',
          notes: 'Review',
        },
        {
          ...entry,
          timerStart: '{{today}}T13:00:00Z',
          timerEnd: '{{today}}T15:15:00Z',
          notes: 'Layout',
        },
        {
          ...entry,
          projectName: 'No such project',
          createProject: false,
          timerStart: '{{today}}T16:00:00Z',
          timerEnd: '{{today}}T17:00:00Z',
        },
      ],
    }),
  },
  { query: changes },
];
