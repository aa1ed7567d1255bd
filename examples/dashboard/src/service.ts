import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { DashboardQuery, RecordChangedSubscription } from './documents.ts';
import type { DocumentType } from './typed-documents/index.ts';

type Answered = DocumentType<typeof DashboardQuery>;
/** A field is null only beside an error, upon which nothing is shown. */
export type Dashboard = { [Field in keyof Answered]: NonNullable<Answered[Field]> };
export type Change = DocumentType<typeof RecordChangedSubscription>['recordChanged'];

/** The service, for one API key. */
export interface Service {
  /** Everything the page shows; fails with a sentence for a person. */
  read(): Promise<Dashboard>;
  /** Calls back for every change, and each time that changes are told from now on. Answers how to end that. */
  follow(on: { open(): void; change(change: Change): void; lost(): void }): () => void;
}

const retryMillis = 2_000;

export function connect(key: string): Service {
  const url = new URL('/graphql', location.href).href;
  const headers = { 'x-api-key': key };
  let opened = (): void => undefined;
  const stream = createClient({
    url,
    headers,
    retryAttempts: 0,
    on: { connected: () => opened() },
  });
  const client = new Client({
    url,
    fetchOptions: { headers },
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
