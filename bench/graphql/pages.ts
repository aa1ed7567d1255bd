import type { ServerName } from '../servers.ts';
import type { Ask, BenchRequest, Workload } from '../workloads.ts';
import type { GraphQLBenchData } from './data.ts';
import { pagePostgraphile, pageService } from './page-operations.ts';

type Post = (path: string, body: object) => BenchRequest;
type Variables = Record<string, unknown>;

interface Connection {
  pageInfo: { endCursor: string };
}

interface Answer {
  data: Record<string, Connection>;
}

interface AnswerOfClient {
  data: { client: { invoices: Connection } };
}

/** Pages that are asked for, of a list at the root: from the second to the ninth. */
const laterPages = 8;

/** Clients whose invoices are turned over. */
const clientsAsked = 200;

/** Pages after the first, pages from the end, and lists narrowed by a relation; parts of PostGraphile's throughput. */
export function makePageWorkloads(data: GraphQLBenchData, post: Post): Workload[] {
  const { accountId, clients } = data;
  const asked = (name: keyof typeof pageService, server: ServerName, variables: Variables) =>
    server === 'ours'
      ? post('/graphql', { query: pageService[name], variables })
      : post('/graphql', {
          query: pagePostgraphile[name],
          variables: { account: accountId, ...variables },
        });
  const all = {
    connections: 16,
    servers: ['ours', 'postgraphile'],
    volatile: ['endCursor'],
  } as const;
  const of = <T>(values: readonly T[], n: number) => values[n % values.length];
  const later = (goal: string, name: 'laterClients' | 'laterInvoices'): Workload => {
    const cursors = new Map<ServerName, string[]>();
    return {
      ...all,
      name: goal,
      comparisons: laterPages,
      prepare: async (ask) => {
        for (const server of all.servers) {
          cursors.set(server, await walk(ask, server, (after) => asked(name, server, { after })));
        }
      },
      request: (n, server) => asked(name, server, { after: of(cursors.get(server) ?? [], n) }),
    };
  };
  const nested = new Map<ServerName, Variables[]>();
  return [
    later('Root pages: 50 clients with contacts, pages 2 to 9 (goal 1.50)', 'laterClients'),
    later('Ordered pages: 50 invoices by status and date, 2 to 9 (goal 1.50)', 'laterInvoices'),
    {
      ...all,
      name: 'Nested after: a client’s next two invoices (goal 1.40)',
      prepare: async (ask) => {
        for (const server of all.servers) {
          const variables = [];
          for (const { id } of clients.slice(0, clientsAsked)) {
            const first = (await ask(
              server,
              asked('nestedAfter', server, { id }),
            )) as AnswerOfClient;
            variables.push({ id, after: first.data.client.invoices.pageInfo.endCursor });
          }
          nested.set(server, variables);
        }
      },
      request: (n, server) => asked('nestedAfter', server, of(nested.get(server) ?? [], n) ?? {}),
    },
    {
      ...all,
      name: 'Nested last: 20 clients with their last two invoices (goal 1.40)',
      request: (_, server) => asked('nestedLast', server, {}),
    },
    {
      ...all,
      name: 'Relation: invoices of clients by a condition (goal 1.20)',
      request: (n, server) =>
        asked('byRelation', server, { name: of(clients, n * 7_919)?.name ?? '' }),
    },
  ];
}

/** The cursors of the second to the ninth page. */
async function walk(
  ask: Ask,
  server: ServerName,
  pageAfter: (after: string | null) => BenchRequest,
): Promise<string[]> {
  const cursors: string[] = [];
  while (cursors.length < laterPages) {
    const { data } = (await ask(server, pageAfter(cursors.at(-1) ?? null))) as Answer;
    const [page] = Object.values(data);
    if (!page) throw new Error(`${server} answers no page: ${JSON.stringify(data)}`);
    cursors.push(page.pageInfo.endCursor);
  }
  return cursors;
}
