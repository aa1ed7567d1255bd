import { randomUUID } from 'node:crypto';
import { auditedPaymentPath } from './audited-payment.ts';
import type { BenchData } from './data.ts';
import type { ServerName } from './servers.ts';

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What a server answers. @throws Error where that is no success */
export type Ask = (server: ServerName, request: BenchRequest) => Promise<unknown>;

export interface Workload {
  name: string;
  connections: number;
  /** Who takes part, the service first. */
  servers: readonly ServerName[];
  /** Asks each server for what its requests need, cursors say, before the first of them. */
  prepare?(ask: Ask): Promise<void>;
  /** The n-th request, in a server's words; requests repeat after a while. */
  request(n: number, server: ServerName): BenchRequest;
  /** Fields that differ from one answer to the next. */
  volatile: readonly string[];
  /** How many answers are compared before anything is measured; 20 unless given. */
  comparisons?: number;
  /**
   * Requests that may be sent again as they are, this many of them: a program that does nothing but send them (generator.ts) asks, in the
   * place of autocannon, and processor time is told of all who take part.
   */
  prebuilt?: number;
  /** Whether the servers are asked by turns, by one connection, in the place of autocannon: they differ by little. */
  isByTurns?: boolean;
}

const volatileOfWrites = [
  ...['id', 'name', 'city', 'created', 'createdAt', 'updatedAt', 'version', 'invoiceNumber'],
  ...['invoiceNumberFormatted', 'paymentTotal', 'amountDue', 'payments', 'viewOnlineUrl'],
];

const volatileOfPayments = ['id', 'paymentTotal', 'amountDue', 'payments', 'viewOnlineUrl'];

/** A write with an idempotency key, beside the same without one. */
function keyedWrite(path: string, write: (n: number) => BenchRequest): Workload {
  return {
    name: `${path}, with a key ÷ without, 1 connection (goal 0.80)`,
    connections: 1,
    servers: ['ours', 'plain'],
    request: (n, server) => {
      const request = write(n);
      if (server === 'plain') return request;
      return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
    },
    volatile: volatileOfWrites,
  };
}

/** A write, beside the same of the service without its log of changes. */
function loggedWrite(path: string, write: (n: number) => BenchRequest): Workload {
  return {
    name: `${path}, with the log ÷ without, 1 connection (goal 0.91)`,
    connections: 1,
    servers: ['ours', 'unlogged'],
    isByTurns: true,
    request: write,
    volatile: volatileOfWrites,
  };
}

/** A request to one process, beside the same to four workers. */
export function sharedAmongWorkers(
  name: string,
  goal: string,
  request: (n: number) => BenchRequest,
): Workload {
  return {
    name: `${name}, one process ÷ four workers, 64 connections (goal at most ${goal})`,
    connections: 64,
    servers: ['ours', 'workers'],
    request,
    volatile: volatileOfWrites,
    prebuilt: 1_000,
  };
}

/** What is measured, with the ratio to the floor that it should reach. */
export function makeWorkloads(data: BenchData, key: string): Workload[] {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `/public/action/${path}`,
    headers: { ...headers },
    body: JSON.stringify(body),
  });
  const search = (n: number): BenchRequest => ({
    method: 'GET',
    path: `/public/action/clients/search?query=${encodeURIComponent(at(data.searchTerms, n))}`,
    headers: { ...headers },
  });
  const list = (): BenchRequest => ({
    method: 'GET',
    path: '/public/action/clients/list',
    headers: { ...headers },
  });
  const time = (n: number) =>
    post('timeWorked/create', {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:30:00Z',
      notes: 'Bench',
      ...at(data.work, n),
    });
  /** A payment with the reference of one that the invoice has is refused. */
  let payments = 0;
  const payment = (n: number) => {
    payments += 1;
    return post('payment/create', {
      invoiceNumber: at(data.invoiceNumbers, n),
      amount: 0.01,
      date: '2026-03-02',
      paymentType: 'BANK_TRANSFER',
      referenceNumber: `R-${payments}`,
    });
  };
  const servers = ['ours', 'floor'] as const;
  let made = 0;
  const client = () => {
    made += 1;
    return post('clients/create', { name: `Made ${process.pid} ${made}`, city: 'Montreal' });
  };
  const changed = (n: number): BenchRequest => ({
    ...post('clients/update', { id: at(data.clientIds, n), city: `City ${n}` }),
    method: 'PATCH',
  });
  const invoice = (n: number) =>
    post('invoices/create', {
      clientName: at(data.work, n).clientName,
      items: [{ description: 'Bench', quantity: 2, rate: 50 }],
    });
  const writes = {
    'clients/create': client,
    'clients/update': changed,
    'payment/create': payment,
    'timeWorked/create': time,
    'invoices/create': invoice,
  };
  return [
    ...Object.entries(writes).map(([path, write]) => keyedWrite(path, write)),
    ...Object.entries(writes).map(([path, write]) => loggedWrite(path, write)),
    // The database has nothing to do with the first, and most to do with the last.
    sharedAmongWorkers('{ __typename }', '0.62', () => ({
      ...{ method: 'POST', path: '/graphql', headers: { ...headers } },
      body: JSON.stringify({ query: '{ __typename }' }),
    })),
    sharedAmongWorkers('clients/search', '1.00', search),
    sharedAmongWorkers('timeWorked/create', '1.00', time),
    {
      name: 'clients/search, 16 connections (goal 0.70)',
      connections: 16,
      request: search,
      servers,
      volatile: [],
    },
    {
      name: 'clients/list, all 50,000, 1 connection (goal 0.70)',
      connections: 1,
      request: list,
      servers,
      volatile: [],
      comparisons: 1,
    },
    {
      name: 'timeWorked/create, 1 connection (goal 0.75)',
      connections: 1,
      request: time,
      servers,
      volatile: ['id'],
    },
    {
      name: 'timeWorked/create, 64 connections (goal 0.80)',
      connections: 64,
      request: time,
      servers,
      volatile: ['id'],
    },
    {
      name: 'payment/create, 16 connections (goal 0.65)',
      connections: 16,
      request: payment,
      servers,
      volatile: volatileOfPayments,
    },
    {
      name: 'payment/create ÷ SQL with the same duties, 16 connections (goal 0.85)',
      connections: 16,
      request: (n, server) =>
        server === 'floor' ? { ...payment(n), path: auditedPaymentPath } : payment(n),
      servers,
      volatile: volatileOfPayments,
    },
  ];
}
