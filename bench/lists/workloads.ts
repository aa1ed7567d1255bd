import type { GraphQLBenchData } from '../graphql/data.ts';
import type { ServerName } from '../servers.ts';
import type { BenchRequest, Workload } from '../workloads.ts';

type Post = (path: string, body: object) => BenchRequest;

const figures = `{ clients(first: 50) { edges { node { id name outstanding { currency amount } unbilledMinutes
  invoices { totalCount } } } } }`;

const unbilled = `query ($id: ID!) { unbilledWork(clientId: $id) { totals { currency hours total items }
  items(first: 25) { nodes { at description quantity amount currency } } } }`;

const project = {
  ours: `query ($id: ID!) { project(id: $id) { id name trackedMinutes client { id name } } }`,
  postgraphile: `query ($account: Int!, $id: String!) {
    project: projectByAccountIdAndRowId(accountId: $account, rowId: $id) { id: rowId name trackedMinutes
      client: clientByAccountIdAndClientId { id: rowId name } } }`,
};

const byPrefix = {
  ours: `query ($name: String!) { clients(first: 10, where: { name: { startsWith: $name, mode: INSENSITIVE } }) {
    edges { node { id name city } } } }`,
  postgraphile: `query ($account: Int!, $name: String!) { clients: allClients(first: 10, orderBy: [NAME_ASC, ROW_ID_ASC],
    condition: { accountId: $account, archived: false }, filter: { name: { startsWithInsensitive: $name } }) {
    edges { node { id: rowId name city } } } }`,
};

const update = {
  ours: `mutation ($id: ID!, $city: String) { updateClient(input: { id: $id, city: $city }) {
    ... on UpdateClientSuccess { client { id name city } } ... on ExpectedError { code message } } }`,
  postgraphile: `mutation ($account: Int!, $id: String!, $city: String) { updateClient: updateClientByAccountIdAndRowId(
    input: { accountId: $account, rowId: $id, clientPatch: { city: $city } }) { client { id: rowId name city } } }`,
};

const create = {
  ours: `mutation ($name: String!) { createClient(input: { name: $name, city: "Montreal" }) {
    ... on CreateClientSuccess { client { name city } } ... on ExpectedError { code message } } }`,
  postgraphile: `mutation ($account: Int!, $name: String!, $id: String!) { createClient(
    input: { client: { accountId: $account, rowId: $id, name: $name, city: "Montreal" } }) { client { name city } } }`,
};

/** Lists by an id or a name, figures, a prefix, and writes of one record. */
export function makeListWorkloads(
  { accountId, clients, work, workIds }: GraphQLBenchData,
  post: Post,
): Workload[] {
  const at = <T>(values: readonly T[], n: number) => values[(n * 7_919) % values.length] as T;
  const get = (path: string, query: Record<string, string>): BenchRequest => ({
    ...post(`/public/action/${path}?${new URLSearchParams(query)}`, {}),
    method: 'GET',
    body: undefined as never,
  });
  const floor = { connections: 16, servers: ['ours', 'floor'], volatile: [] } as const;
  const graphile = { connections: 16, servers: ['ours', 'postgraphile'], volatile: [] } as const;
  const onFloor =
    (name: string, query: string, variablesOf: (n: number) => object) =>
    (n: number, server: ServerName) =>
      server === 'floor'
        ? post(`/graphql/${name}`, { variables: variablesOf(n) })
        : post('/graphql', { query, variables: variablesOf(n) });
  const onGraphile =
    (queries: { ours: string; postgraphile: string }, variablesOf: (n: number) => object) =>
    (n: number, server: ServerName) =>
      server === 'ours'
        ? post('/graphql', { query: queries.ours, variables: variablesOf(n) })
        : post('/graphql', {
            query: queries.postgraphile,
            variables: { account: accountId, ...variablesOf(n) },
          });
  let made = 0;
  return [
    {
      ...floor,
      name: 'tasks/list of a project (goal 0.60)',
      request: (n) => get('tasks/list', { projectId: at(workIds, n).projectId }),
    },
    {
      ...floor,
      name: 'payableInvoices/search of a client (goal 0.60)',
      volatile: ['viewOnlineUrl', 'warnings'],
      request: (n) => get('payableInvoices/search', { query: at(clients, n).name }),
    },
    {
      ...floor,
      name: 'projects/search of a client (goal 0.60)',
      request: (n) => get('projects/search', { query: at(work, n).clientName }),
    },
    {
      ...floor,
      name: 'Figures of 50 clients (goal 0.80)',
      request: onFloor('figures', figures, () => ({})),
    },
    {
      ...floor,
      name: 'unbilledWork of a client (goal 0.70)',
      request: onFloor('unbilled', unbilled, (n) => ({ id: at(clients, n).id })),
    },
    {
      ...graphile,
      name: 'A project with its minutes (goal 1.00)',
      request: onGraphile(project, (n) => ({ id: at(workIds, n).projectId })),
    },
    {
      ...graphile,
      name: 'Clients by a prefix in any case (goal 1.00)',
      request: onGraphile(byPrefix, (n) => ({
        name: at(clients, n).name.slice(0, 5).toLowerCase(),
      })),
    },
    {
      ...graphile,
      name: 'updateClient (goal 0.90)',
      request: onGraphile(update, (n) => ({ id: at(clients, n).id, city: `City ${n}` })),
    },
    {
      ...graphile,
      name: 'createClient (goal 0.90)',
      volatile: ['name'],
      request: (n, server) => {
        made += 1;
        const name = `Made ${server} ${process.pid} ${made}`;
        const id = { ...(server === 'postgraphile' && { id: `cli_bench${process.pid}${made}` }) };
        return onGraphile(create, () => ({ name, ...id }))(n, server);
      },
    },
  ];
}
