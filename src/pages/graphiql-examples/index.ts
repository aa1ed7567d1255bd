import {
  auditLogExample,
  changesExample,
  introductionExample,
  openInvoicesExample,
  paginationExample,
} from './read-examples.ts';
import {
  bulkEntryExample,
  createByNamesExample,
  invoiceAndPaymentExample,
} from './write-examples.ts';

/** An example operation. The browser fills in `{{today}}` and `{{number}}`. */
export interface GraphiqlExample {
  query: string;
  variables?: string;
}

const variables = (values: object) => JSON.stringify(values, null, 2);

const entry = {
  clientName: 'Ada & Sons',
  createClient: true,
  projectName: 'New website',
  createProject: true,
};

/** The tabs of a new user. Each example also works in an empty workspace. */
export const graphiqlExamples: readonly GraphiqlExample[] = [
  { query: introductionExample },
  {
    query: createByNamesExample,
    variables: variables({ start: '{{today}}T09:00:00Z', end: '{{today}}T10:30:00Z' }),
  },
  {
    query: invoiceAndPaymentExample,
    variables: variables({ number: '{{number}}', today: '{{today}}' }),
  },
  { query: paginationExample, variables: variables({ first: 10, after: null }) },
  {
    query: bulkEntryExample,
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
  { query: changesExample },
  { query: openInvoicesExample },
  { query: auditLogExample, variables: variables({ since: '{{today}}T00:00:00Z', after: null }) },
];
