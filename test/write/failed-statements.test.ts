import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { arrange } from '../support/arranged-records.ts';
import { type Broken, breakConnectionAt, failStatementAt } from '../support/broken-statements.ts';
import {
  killableWrites,
  type Request,
  type Stage,
  type Write,
} from '../support/killable-writes.ts';
import { everythingOf, moreRows } from '../support/stage-snapshot.ts';
import { holdJobs } from '../support/two-services.ts';

/**
 * A write fails at each of its statements, or loses its connection at each of its round trips. It is stored completely or not at all, and
 * its response states which: a success is stored, `outcome_unknown` may be either, and after any other error nothing is stored.
 */

const api = useTestApi({ sendsMail: true });
const isLong = inject('longRun') !== undefined;
const shared = {} as Stage;

async function newStage(): Promise<Stage> {
  const own = await api.addWorkspace();
  return { own, world: await arrange(api, own, 'Own') };
}

beforeAll(async () => {
  await holdJobs(api);
  Object.assign(shared, await newStage());
});

/** They change nothing, or are rejected, the second time in a workspace. */
const firstOnly = [
  ...['approveDeliverable', 'createInvoiceFromWork', 'mergeClients', 'refundPayment'],
  ...['sendCreditNote', 'sendInvoiceCancellation', 'sendInvoiceReminder', 'sendPaymentReceipt'],
];
const stageFor = async (title: string): Promise<Stage> =>
  firstOnly.includes(title) ? newStage() : shared;

/** In a partial bulk, each item has its own result. */
const partial = 'what can be done of a list';
const someWrites = [
  'createPayment',
  'an invoice with its mail',
  'time with all that it is logged on',
  'two mutations with @atomic',
];
const writes = killableWrites.filter(([title]) =>
  isLong ? title !== partial : someWrites.includes(title),
);

const errors: Record<string, (nth: number) => Broken> = {
  'a statement that the server cancels': (nth) => failStatementAt(nth, 'cancelled'),
  'a statement at fault': (nth) => failStatementAt(nth, 'faulty'),
  'a connection that breaks before it sends': (nth) => breakConnectionAt(nth, 'before'),
  'a connection that breaks before the answer': (nth) => breakConnectionAt(nth, 'after'),
};

async function send({ own }: Stage, { body, method, path }: Request, key?: string) {
  const response = await api.app.request(path, {
    method,
    headers: {
      'x-api-key': own.key,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { text, isDone: response.status === 200 && !/"errors":\[\{|Error"/.test(text) };
}

type Sent = Awaited<ReturnType<typeof send>>;

/** Sends a write until the database is back. */
async function sendUntilDone(stage: Stage, request: Request, key?: string): Promise<Sent> {
  return await vi.waitFor(
    async () => {
      const again = await send(stage, request, key);
      expect(again.isDone, again.text).toBe(true);
      return again;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** What a write adds to the tables of its workspace where nothing disturbs it. */
async function addedBy(stage: Stage, write: Write, key: string | undefined): Promise<string[]> {
  const request = await write(stage, `Undisturbed ${randomUUID()}`);
  const before = await everythingOf(api, stage);
  const { isDone, text } = await send(stage, request, key);
  expect(isDone, text).toBe(true);
  return moreRows(before, await everythingOf(api, stage));
}

describe.each(writes)('%s', (title, write) => {
  const keyed = isLong ? [false, true] : [false];
  test.each(
    Object.entries(errors).flatMap(([error, make]) =>
      keyed.map((isKeyed) => [error, isKeyed ? 'with' : 'without', make] as const),
    ),
  )(
    'is stored completely or not at all after %s, %s an idempotency key, and its response states which',
    async (_error, withKey, make) => {
      const keyOf = () => (withKey === 'with' ? randomUUID() : undefined);
      const done = await addedBy(await stageFor(title), write, keyOf());
      let nth = 1;
      for (let isReached = true; isReached; nth += 1) {
        const stage = await stageFor(title);
        const request = await write(stage, `Failed ${randomUUID()}`);
        const key = keyOf();
        const before = await everythingOf(api, stage);
        const broken = make(nth);
        const { isDone, text } = await send(stage, request, key).finally(broken.restore);
        isReached = broken.isReached();
        const after = await everythingOf(api, stage);
        const isStored = moreRows(before, after).length > 0;
        if (isStored) expect(moreRows(before, after), `${nth}: ${text}`).toEqual(done);
        else expect(after, `${nth}: ${text}`).toEqual(before);
        if (isDone || !text.includes('outcome_unknown'))
          expect(isStored, `${nth}: ${text}`).toBe(isDone);
        if (key === undefined && isStored) continue;
        await sendUntilDone(stage, request, key);
        expect(moreRows(before, await everythingOf(api, stage)), `${nth}`).toEqual(done);
      }
      expect(nth).toBeGreaterThan(2);
    },
  );
});
