import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** Load for two processes of two releases, each write sent to one and, with the same key, to the other. */

type Process = { url: string };

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: in either API
  body: any;
}

/** What writers did. */
interface Written {
  /** Writes with a response, each in both APIs. */
  done: number;
  /** Ids of the clients that were made. */
  clients: string[];
}

const graphql = {
  createClient: `mutation ($name: String!) {
    createClient(input: { name: $name }) { ... on CreateClientSuccess { client { id version } } } }`,
  updateClient: `mutation ($id: ID!, $city: String!) {
    updateClient(input: { id: $id, city: $city }) { ... on UpdateClientSuccess { client { id version } } } }`,
  createProject: `mutation ($id: ID!, $name: String!) {
    createProject(input: { clientId: $id, name: $name }) { ... on CreateProjectSuccess { project { id version } } } }`,
};

export async function sendTo(
  { url }: Process,
  key: string,
  path: string,
  body: object,
  single: string = randomUUID(),
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': single },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Each write at the first process, and again at the second, which has to answer what the first answered. */
function writerOf(key: string, [first, second]: readonly [Process, Process], written: Written) {
  return async (path: string, body: object) => {
    const singly = randomUUID();
    const answer = await sendTo(first, key, path, body, singly);
    expect({ path, ...answer }).toMatchObject({ status: 200 });
    expect(answer.body.errors).toBeUndefined();
    expect(await sendTo(second, key, path, body, singly)).toEqual(answer);
    written.done += 1;
    return answer.body;
  };
}

type Write = ReturnType<typeof writerOf>;

/** A client with its time, an invoice and a payment, through REST. */
async function billed(write: Write, name: string): Promise<string> {
  const client = await write('/public/action/clients/create', { name });
  await write('/public/action/timeWorked/create', {
    ...{ clientName: name, projectName: 'Upgrade', createProject: true },
    ...{ timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00Z' },
  });
  const invoice = await write('/public/action/invoices/create', { clientName: name, amount: 100 });
  const invoiceNumber = invoice.invoiceNumberFormatted;
  await write('/public/action/payment/create', { invoiceNumber, amount: 40.1 });
  return client.id;
}

/** A client that is changed and has a project, through GraphQL. */
async function changed(write: Write, name: string): Promise<string> {
  const ask = (query: string, variables: object) => write('/graphql', { query, variables });
  const { data } = await ask(graphql.createClient, { name });
  const { id } = data.createClient.client;
  const { data: later } = await ask(graphql.updateClient, { id, city: 'Berlin' });
  expect(later.updateClient.client).toEqual({ id, version: 2 });
  const project = await ask(graphql.createProject, { id, name: 'Upgrade' });
  expect(project.data.createProject.project.version).toBe(1);
  return id;
}

/**
 * Four callers write in both APIs, at both processes in turn. A single process gets each request twice. `stop` resolves
 * when all have ended. Both reject with unexpected responses.
 */
export function startBoth(key: string, processes: readonly [Process, Process]) {
  const written: Written = { done: 0, clients: [] };
  let isStopped = false;
  const [one, other] = processes;
  const run = async (caller: number) => {
    const write = writerOf(key, caller < 2 ? [one, other] : [other, one], written);
    const story = caller % 2 === 0 ? billed : changed;
    for (let at = 0; !isStopped; at += 1) {
      written.clients.push(await story(write, `Client ${caller} ${at} ${randomUUID()}`));
      await sleep(5);
    }
  };
  const ended = Promise.all([0, 1, 2, 3].map(run));
  // Set by `stop`.
  ended.catch(() => undefined);
  return {
    /** Resolves after so many writes got a response. */
    reached: async (writes: number) => {
      const look = () => expect(written.done).toBeGreaterThanOrEqual(writes);
      await Promise.race([ended, vi.waitFor(look, { timeout: 300_000, interval: 50 })]);
    },
    stop: async (): Promise<Written> => {
      isStopped = true;
      await ended;
      return written;
    },
  };
}
