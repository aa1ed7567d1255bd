import type { Hono } from 'hono';
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import { readLogEnds } from '../log-ends.ts';
import type { TcpProxy } from '../tcp-proxy.ts';
import type { Call, Reported, Returned, Sent } from './apis.ts';
import { readAnswer } from './apis.ts';
import type { Choices } from './choices.ts';
import type { Key, Side, Stored } from './compared-apis.ts';
import { expectLogged } from './logged.ts';
import type { Batch, Outcome } from './predictions.ts';
import { isDone, predict } from './predictions.ts';
import { expectedRecord, fromFields, fromRest } from './views.ts';

/** A request, and its operation. */
interface Request {
  calls: readonly Call[];
  sent: Sent;
  together: Batch;
  key: Key;
}

/** Sends requests: as they are, with a key and several times, or over connections that break; and looks at what came of them. */
export class Sender {
  readonly crashing: { app: Hono; proxy: TcpProxy };
  readonly trace: string[] = [];
  readonly #api: TestApi;
  readonly #sides: readonly [Side, Side];
  #logEnds = '{}';
  #names = 0;

  constructor(api: TestApi, crashing: Sender['crashing'], sides: readonly [Side, Side]) {
    this.crashing = crashing;
    this.#api = api;
    this.#sides = sides;
  }

  async begin(): Promise<void> {
    this.#logEnds = await readLogEnds(this.#api.database.pool);
  }

  /** Does it to the model and to the service, and compares. */
  async send(side: Side, choices: Choices, request: Request): Promise<void> {
    const { calls, key, sent, together } = request;
    const putBack = side.model.keep();
    side.model.changes = [];
    side.model.writable = key.writes;
    const lacks = calls.some(({ operation }) => lacksRights(operation.writes, key));
    const outcomes: Outcome[] = lacks
      ? calls.map(() => ({ code: 'missing_scope' }))
      : predict(side.model, calls, together);
    const returned = await this.#deliver(side, choices, key, sent);
    this.#note(sent, returned, outcomes);
    const reported = readAnswer(calls, sent, returned);
    const codes = outcomes.map((outcome) => (isDone(outcome) ? undefined : outcome.code));
    expect(reported.map(({ code }) => code)).toEqual(codes);
    const entries = await this.#newEntries();
    const isQuiet = entries.length === 0 && calls.some(({ operation }) => operation.mayDoNothing);
    if (isQuiet) putBack();
    expectLogged(side, isQuiet ? [] : side.model.changes, entries);
    if (!isQuiet) expectReported(side, request, outcomes, reported);
  }

  /** Sends what was done once more, with the same input or with another. */
  async sendAgain(side: Side, choices: Choices): Promise<void> {
    const { answered, key, sent } = choices.of(side.kept) as Stored;
    const isOther = choices.chance(30);
    const body = isOther ? { ...(sent.body as object), more: this.#names } : sent.body;
    const again = await this.#request(this.#api.app, key, { ...sent, body });
    this.#note({ ...sent, body }, again, []);
    if (isOther && sent.path !== '/graphql') {
      expect([again.status, JSON.parse(again.text).code]).toEqual([422, 'idempotency_key_reused']);
    } else if (!isOther) {
      expect([again.status, again.text]).toEqual([answered.status, answered.text]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await this.#newEntries()).toEqual([]);
  }

  async #newEntries() {
    const found = await expectLogged.read(this.#api.database.pool, this.#sides, this.#logEnds);
    if (found.length > 0) await this.begin();
    return found;
  }

  /** One effect, however it is delivered: plainly, with a key, twice at once, or over a connection that breaks. */
  async #deliver(side: Side, choices: Choices, key: Key, plain: Sent): Promise<Returned> {
    const way = choices.below(100);
    if (way < 50) return this.#request(this.#api.app, key, plain);
    this.#names += 1;
    const name = `${side.workspace.accountId}-${this.#names}`;
    const sent = { ...plain, headers: { ...plain.headers, 'idempotency-key': name } };
    let answered: Returned;
    if (way < 82) answered = await this.#request(this.#api.app, key, sent);
    else if (way < 90) answered = await this.#twice(key, sent);
    else answered = await this.#overBreaking(choices, key, sent);
    if (isStored(answered)) side.kept.push({ sent, key, answered });
    return answered;
  }

  async #twice(key: Key, sent: Sent): Promise<Returned> {
    const all = await Promise.all([0, 1].map(() => this.#settled(key, sent)));
    const [first = all[0]] = all.filter(({ headers }) => !headers.has('idempotency-replayed'));
    if (isStored(first as Returned)) {
      expect(new Set(all.map(({ text }) => text)).size).toBe(1);
      expect(all.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1);
    }
    return first as Returned;
  }

  /** The connection to the database is cut at some statement, before it or after; then it is sent again. */
  async #overBreaking(choices: Choices, key: Key, sent: Sent): Promise<Returned> {
    const { app, proxy } = this.crashing;
    proxy.cutAt(1 + choices.below(9), choices.of(['before', 'after']));
    const first = await this.#request(app, key, sent);
    proxy.cutAt(0, 'before');
    const second = await this.#settled(key, sent);
    if (isStored(first)) expect(second.text).toBe(first.text);
    this.trace.push(`  cut: ${first.status} ${first.text.slice(0, 200)}`);
    return second;
  }

  /** Repeats a request until no other process executes it. */
  async #settled(key: Key, sent: Sent): Promise<Returned> {
    for (;;) {
      const responses = await this.#request(this.#api.app, key, sent);
      if (!responses.text.includes('"idempotency_key_in_use"')) return responses;
    }
  }

  async #request(
    app: Hono,
    { text: key }: Key,
    { body, headers, method, path }: Sent,
  ): Promise<Returned> {
    const own = { 'x-api-key': key, 'content-type': 'application/json' };
    const init = { method, headers: { ...own, ...headers }, body: JSON.stringify(body) };
    const response = await app.request(path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  #note(
    { body, headers, method, path }: Sent,
    { status, text }: Returned,
    outcomes: Outcome[],
  ): void {
    const { query, ...rest } = body as { query?: string };
    const what = JSON.stringify({ query: query?.slice(0, 120), ...rest, ...headers });
    const awaitedCount = outcomes.map((one) => (isDone(one) ? 'done' : one.code)).join();
    this.trace.push(
      `${new Date().toISOString()} ${method} ${path} ${what}\n  expected ${awaitedCount}, answered ${status} ${text.slice(0, 600)}`,
    );
  }
}

const lacksRights = (writes: readonly string[], key: Key): boolean =>
  key.writes !== 'all' && writes.some((area) => !key.writes.includes(area));

/** Whether an answer is kept: an error is not. */
const isStored = ({ status, text }: Returned): boolean =>
  status === 200 && !/"errors":\[|"__typename":"\w+Error"/.test(text);

function expectReported(
  side: Side,
  { calls, key, sent, together }: Request,
  outcomes: Outcome[],
  received: Reported[],
): void {
  const { labels, model } = side;
  for (const [at, outcome] of outcomes.entries()) {
    const { record, version } = received[at] ?? {};
    if (!isDone(outcome) || outcome.row === null || !record || key.writes !== 'all') continue;
    const { type } = (calls[at] as Call).operation;
    const row = model.get(type, outcome.row);
    // Of several calls, the earlier results are from then, and their records may be deleted.
    if (together !== 'alone') {
      if (row) expect(record.id).toBe(row.id);
      continue;
    }
    const expected = expectedRecord(model, type, row, labels);
    const isGraphql = sent.path === '/graphql';
    const displayed = isGraphql ? fromFields(type, record) : fromRest(type, record, expected);
    expect(displayed).toEqual(expected);
    if (version !== undefined) expect(version).toBe(row.version);
  }
}
