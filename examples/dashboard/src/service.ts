import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { DashboardQuery, RecordChangedSubscription, UpdateProjectMutation } from './documents.ts';
import { type Session, serviceUrl } from './session.ts';
import type { UpdateProjectInput } from './typed-documents/graphql.ts';
import type { DocumentType } from './typed-documents/index.ts';

type Answered = DocumentType<typeof DashboardQuery>;
/** A field is null only beside an error, upon which nothing is shown. */
export type Dashboard = { [Field in keyof Answered]: NonNullable<Answered[Field]> };
export type Change = DocumentType<typeof RecordChangedSubscription>['recordChanged'];

export type Project = Dashboard['projects']['edges'][number]['node'];
/** What of a project the page changes. */
export type ProjectChange = Pick<Project, 'id' | 'name' | 'dueDate'>;

/** What is wrong with a field, in words for the person who filled it in; the path is empty where it is no field's. */
export interface Fault {
  path: string;
  message: string;
}

/** The service, for one who asks. */
export interface Service {
  /** Everything the page shows; fails with a sentence for a person. */
  read(): Promise<Dashboard>;
  /** Changes a project; answers what is wrong with it where that is not done. */
  changeProject(change: ProjectChange): Promise<Fault[]>;
  /** Calls back for every change, and each time that changes are told from now on. Answers how to end that. */
  follow(on: { open(): void; change(change: Change): void; lost(): void }): () => void;
}

const retryMillis = 2_000;

export function connect({ headers, credentials }: Session): Service {
  const url = `${serviceUrl}/graphql`;
  let opened = (): void => undefined;
  const stream = createClient({
    url,
    headers,
    credentials,
    retryAttempts: 0,
    on: { connected: () => opened() },
  });
  const client = new Client({
    url,
    fetch: async (input, init) =>
      fetch(input, { ...init, credentials, headers: { ...init?.headers, ...(await headers()) } }),
    preferGetMethod: false,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: stream.subscribe({ query, variables: { ...variables } }, sink as never),
          }),
        }),
      }),
    ],
  });
  return {
    read: async () => {
      const { data, error } = await client.query(DashboardQuery, {}).toPromise();
      if (error) throw new Error(error.graphQLErrors[0]?.message ?? 'The service does not answer.');
      if (!data) throw new Error('The service answers nothing.');
      return data as Dashboard;
    },
    changeProject: async (change) => {
      const input: UpdateProjectInput = change;
      const { data, error } = await client.mutation(UpdateProjectMutation, { input }).toPromise();
      const done = data?.updateProject;
      if (done?.__typename === 'UpdateProjectSuccess') return [];
      const [refused] = error?.graphQLErrors ?? [];
      const message = done?.message ?? refused?.message ?? 'The service does not answer.';
      const faults = done?.errors ?? [];
      return faults.length > 0 ? [...faults] : [{ path: '', message }];
    },
    follow: (on) => {
      opened = on.open;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let current = { unsubscribe: (): void => undefined };
      const open = () => {
        current = client
          .subscription(RecordChangedSubscription, {})
          .subscribe(({ data, error }) => {
            if (data) on.change(data.recordChanged);
            if (!error) return;
            on.lost();
            current.unsubscribe();
            clearTimeout(timer);
            timer = setTimeout(open, retryMillis);
          });
      };
      open();
      return () => {
        clearTimeout(timer);
        current.unsubscribe();
        stream.dispose();
      };
    },
  };
}
