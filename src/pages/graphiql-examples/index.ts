import { changes, firstLook, openInvoices, pageOfProjects, whoDidWhat } from './read-examples.ts';
import { bulkEntry, createByNames, invoiceAndPayment } from './write-examples.ts';

/** An operation to begin with; `{{today}}` and `{{number}}` in its variables are filled in by the browser. */
export interface Example {
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
  { query: openInvoices },
  { query: whoDidWhat, variables: variables({ since: '{{today}}T00:00:00Z', after: null }) },
];
