export const introductionExample = `# Welcome to your workspace.
#
# Run: ▶ or Ctrl+Enter
# (⌘+Enter on a Mac).
# Suggestions: Ctrl+Space.
# Documentation: the book
# icon, or point at a field.
query FirstLook {
  workspace {
    name
    currency
    timeZone
  }
  # Lists have pages.
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
        # Related records, same request.
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

export const paginationExample = `# \`where\` filters, also by related records.
# \`orderBy\` sorts, \`after\` continues after a
# cursor. For the next page, copy the endCursor
# of the response into the variables below.
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
        # Loaded once for the whole page.
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

export const changesExample = `# Run this, then "CreateByNames" in a second
# window: changes arrive as they are committed.
# Omit \`types\` for changes of every type. The
# same button stops the subscription.
subscription Changes {
  recordChanged(
    types: [CLIENT, PROJECT, TIME_ENTRY, INVOICE]
  ) {
    kind
    type
    id
    # The current record. Null if it was deleted.
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

export const openInvoicesExample = `# Follows the list of sent, unpaid invoices.
# \`list\` is the effect of a change on the list:
# add what ENTERED, redraw what CHANGED, remove
# what LEFT. You do not have to reload it.
subscription OpenInvoices {
  recordChanged(
    where: {
      invoice: { status: { in: [SENT, PARTIAL] } }
    }
  ) {
    list
    id
    # Send it as \`after\` to resume the stream.
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

export const auditLogExample = `# Every record has its changes, newest first,
# with the values before and after. They are kept
# for a month. auditLog covers the workspace and
# needs full read access. You can also filter by
# recordId, actor, operation or kind.
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
