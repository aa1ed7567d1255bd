import { graphql } from './typed-documents/index.ts';

/** Everything the page shows, in one request. */
export const DashboardQuery = graphql(`
  query Dashboard {
    workspace {
      name
      currency
    }
    figures {
      receivablesByAge {
        currency
        invoices
        notDue
        days1To30
        days31To60
        days61To90
        over90Days
        total
      }
      pipelineByStage {
        currency
        opportunities
        value
        stage {
          id
          label
          hexColor
        }
      }
    }
    projects(first: 12, orderBy: [{ updatedAt: DESC }]) {
      totalCount
      edges {
        node {
          id
          name
          dueDate
          trackedMinutes
          budgetUsed
          client {
            name
          }
        }
      }
    }
  }
`);

/** Changes a project, and answers what the list shows of it, or what was wrong with which field. */
export const UpdateProjectMutation = graphql(`
  mutation UpdateProject($input: UpdateProjectInput!) {
    updateProject(input: $input) {
      __typename
      ... on UpdateProjectSuccess {
        project {
          id
          name
          dueDate
        }
      }
      ... on ExpectedError {
        code
        message
        errors {
          path
          code
          message
        }
      }
    }
  }
`);

/** What changes from now on, whoever changes it and by whichever door. */
export const RecordChangedSubscription = graphql(`
  subscription RecordChanged {
    recordChanged(
      types: [CLIENT, PROJECT, DELIVERABLE, TIME_ENTRY, INVOICE, PAYMENT, EXPENSE, OPPORTUNITY]
    ) {
      id
      kind
      type
      node {
        __typename
        ... on Client {
          name
        }
        ... on Project {
          name
        }
        ... on Deliverable {
          name
        }
        ... on Invoice {
          invoiceNumberFormatted
        }
        ... on Opportunity {
          name
        }
        ... on TimeEntry {
          client {
            name
          }
          project {
            name
          }
        }
        ... on Payment {
          invoice {
            invoiceNumberFormatted
          }
        }
      }
    }
  }
`);
