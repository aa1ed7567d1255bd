export const introductionExample = `# Welcome! This page talks to your workspace: that
# of the API key, which stands above on the right.
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

export const paginationExample = `# \`where\` chooses, also by what a record is related
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

export const changesExample = `# Run this, and then "CreateByNames" in a second
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

export const openInvoicesExample = `# Follows a list: the invoices that are sent and not
# paid. \`list\` says what a change means to it: put in
# what ENTERED, show anew what CHANGED, and take out
# what LEFT. Nothing has to be read again.
subscription OpenInvoices {
  recordChanged(
    where: {
      invoice: { status: { in: [SENT, PARTIAL] } }
    }
  ) {
    list
    id
    # Where to go on, as \`after\`, if the stream breaks.
    place
    node {
      ... on Invoice {
        invoiceNumberFormatted
        status
        amountDue
      }
    }
  }
}
`;

export const auditLogExample = `# Every record has its changes, newest first, with
# the values before and after; they are kept for a
# month. auditLog is the log of the whole workspace,
# for who may read all of it: try recordId, actor,
# operation or kind beside the time.
query WhoDidWhat($since: DateTime!, $after: String) {
  auditLog(from: $since, first: 10, after: $after) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      createdAt
      actorName
      operation
      kind
      recordType
      recordId
    }
  }
  clients(first: 3, orderBy: [{ updatedAt: DESC }]) {
    nodes {
      name
      changes(first: 5) {
        nodes {
          createdAt
          actorName
          kind
          before
          after
        }
      }
    }
  }
}
`;
