import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { arrange } from '../support/arranged-records.ts';
import { killProcess } from '../support/kill.ts';
import type { Request, Stage, Write } from '../support/killable-writes.ts';
import { killableWrites } from '../support/killable-writes.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';
import { everythingOf, moreRows } from '../support/stage-snapshot.ts';
import type { StepHolder, When } from '../support/step-holder.ts';
import { startStepHolder } from '../support/step-holder.ts';
import { holdJobs, patientSettings } from '../support/two-services.ts';

/**
 * A service is killed before and after each of the steps in which a write with an idempotency key speaks to the database: sent
 * again, it is done once, and nothing is there by half. A write is sent in many workspaces at once, and held in each of them at another step,
 * until the one process is killed in which all of them are.
 */

/** Steps at which a write is held before its service is killed once; of more steps, it is killed again. */
const maxHeld = 16;

const maxAttempts = 3;

const api = useTestApi({ sendsMail: true });
const folder = useDataFolder();

/** One in which a write is done undisturbed, and one for each step, so that none waits for what another one has locked. */
const stages: Stage[] = [];
let holder: StepHolder;
beforeAll(async () => {
  await holdJobs(api);
  holder = await startStepHolder(api.databaseUrl);
  for (let step = 0; step <= maxHeld; step += 1) {
    const own = await api.addWorkspace();
    stages.push({ own, world: await arrange(api, own, 'Own') });
  }
});
afterAll(() => holder.close());

const init = ({ own }: Stage, mark: string, { body, method }: Request) => ({
  method,
  headers: {
    'x-api-key': own.key,
    'content-type': 'application/json',
    'idempotency-key': mark,
  },
  body: JSON.stringify(body),
});

/** A connection for each of the writes, and no end to how long one may take. */
const settings = { ...patientSettings, DATABASE_POOL_SIZE: String(maxHeld + 10) };

interface Reported {
  status: number;
  text: string;
}

/** Sends a write; undefined where its service was killed. */
const send = async (url: string, request: RequestInit): Promise<Reported | undefined> => {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
};

/**
 * Sends a write until it is held at its step, or completes without reaching it. A connection that could not be opened
 * in time, on a busy machine, gets a 503: nothing was written then.
 */
async function untilHeld(
  mark: string,
  nth: number,
  when: When,
  sending: () => ReturnType<typeof send>,
) {
  for (;;) {
    const held = holder.hold(mark, nth, when).then(() => true);
    const answer = sending();
    const isHeld = await Promise.race([held, answer.then(() => false)]);
    if (isHeld) return { answer, isHeld };
    holder.pass(mark);
    const done = await answer;
    if (done?.status === 200) return { answer, isHeld };
    expect(done, mark).toMatchObject({ status: 503, text: expect.stringContaining('unavailable') });
  }
}

interface Case {
  title: string;
  write: Write;
  when: When;
  attempt: number;
}

/** Words that one request has alone; none of them begins with another. */
const markOf = ({ attempt, title, when }: Case, nth: number) =>
  `${title.replaceAll(' ', '-')}-${when}-${nth}-${attempt}-`;

/** Sends a write in one of the workspaces, until it is held or done. */
async function begin({ url }: Service, stage: Stage, one: Case, nth: number) {
  const { when, write } = one;
  const mark = markOf(one, nth);
  const request = await write(stage, mark);
  const before = await everythingOf(api, stage);
  const sending = () => send(url + request.path, init(stage, mark, request));
  return { stage, mark, request, before, ...(await untilHeld(mark, nth, when, sending)) };
}

/** Expects of a write whose service was killed that it is there as a whole or not at all, and that it is done once when it is sent again. */
async function expectOneExecution(sent: Awaited<ReturnType<typeof begin>>, done: string[]) {
  const { answer, before, isHeld, mark, request, stage } = sent;
  const first = await answer;
  if (!isHeld) expect(first?.status, `${mark}: ${first?.text}`).toBe(200);
  const left = await everythingOf(api, stage);
  const isDone = moreRows(before, left).length > 0;
  // The held message may belong to another write, on a connection that this write had released. Every successful write
  // has to exist.
  if (first?.status === 200) expect(isDone, mark).toBe(true);
  if (isDone) expect(moreRows(before, left), mark).toEqual(done);
  else expect(left, mark).toEqual(before);
  const again = await vi.waitFor(
    async () => {
      const answer = await api.request(request.path, init(stage, mark, request));
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).not.toMatch(/Error"/);
      return answer;
    },
    { timeout: 60_000, interval: 50 },
  );
  if (first?.status === 200) expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed'), mark).toBe(isDone ? 'true' : null);
  const after = await everythingOf(api, stage);
  expect(moreRows(before, after), mark).toEqual(done);
  if (isDone) expect(after, mark).toEqual(left);
}

/** Kills the service at some of the steps, from one on. Returns their number. */
async function killedAtSteps(from: number, one: Case, done: string[]): Promise<number> {
  const service = await folder.serve({ ...settings, DATABASE_URL: holder.url });
  const sent = await Promise.all(
    stages.slice(1).map((stage, index) => begin(service, stage, one, from + index)),
  );
  killProcess(service.pid, 'SIGKILL');
  await service.ended;
  for (const each of sent) await expectOneExecution(each, done);
  const steps = sent.findLastIndex(({ isHeld }) => isHeld) + 1;
  const missed = sent.slice(0, steps).flatMap(({ isHeld, mark }) => (isHeld ? [] : mark));
  // The sequencer may have used the connection of a write that was done before its step, and was held in its place.
  if (missed.length > 0 && one.attempt < maxAttempts)
    return killedAtSteps(from, { ...one, attempt: one.attempt + 1 }, done);
  // Every step up to the last one, and none was left out.
  expect(missed).toEqual([]);
  return steps;
}

/** What a write adds to the tables of a workspace where nothing disturbs it. */
async function addedBy(one: Case): Promise<string[]> {
  const [stage] = stages as [Stage];
  const mark = markOf(one, 0);
  const request = await one.write(stage, mark);
  const before = await everythingOf(api, stage);
  const { status, text } = await api.request(request.path, init(stage, mark, request));
  expect(status, text).toBe(200);
  expect(text).not.toMatch(/Error"/);
  return moreRows(before, await everythingOf(api, stage));
}

describe.each(killableWrites)('%s', (title, write) => {
  test.each(['before', 'after'] as const)(
    'is stored once and completely, whatever step its service is killed %s',
    async (when) => {
      const one = { title, write, when, attempt: 1 };
      const done = await addedBy(one);
      expect(done).toContain('KeptAnswer 1');
      let steps = 0;
      for (let held = maxHeld; held === maxHeld; steps += held) {
        held = await killedAtSteps(steps + 1, one, done);
      }
      expect(steps).toBeGreaterThan(0);
    },
  );
});
