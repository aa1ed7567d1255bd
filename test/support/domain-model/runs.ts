import { expect, vi } from 'vitest';
import { deleteExpiredResponses } from '../../../src/write/idempotency/response-store.ts';
import type { TestApi } from '../api.ts';
import type { Call, Sent } from './apis.ts';
import { bulkRequest, graphqlRequest, restRequest } from './apis.ts';
import { Choices } from './choices.ts';
import { clientOperations } from './clients.ts';
import type { Side } from './compared-apis.ts';
import { openSide } from './compared-apis.ts';
import { compareLists, compareWhole } from './comparison.ts';
import { creditNoteOperations } from './credit-notes.ts';
import { creditOperations } from './credits.ts';
import { firstDeposits } from './deposits.ts';
import { invoiceOperations } from './invoices.ts';
import type { Input, Operation } from './operations.ts';
import { paymentOperations } from './payments.ts';
import type { Batch } from './predictions.ts';
import { reversalOperations } from './reversals.ts';
import { salesOperations } from './sales.ts';
import { Sender } from './sender.ts';
import { spentOperations } from './used-credit.ts';
import { workOperations } from './work.ts';

/**
 * Random operations on two workspaces, each executed by the service and by the model. Responses, rows and log must
 * agree with the model.
 */

const operations: readonly Operation[] = [
  ...clientOperations,
  ...workOperations,
  ...spentOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...paymentOperations,
  ...paymentOperations,
  ...reversalOperations,
  ...reversalOperations,
  ...reversalOperations,
  ...creditOperations,
  ...creditOperations,
  ...creditNoteOperations,
  ...creditNoteOperations,
  ...salesOperations,
];

const ofBilling = [
  ...['createClient', 'createInvoice', 'createInvoice', 'createSimpleInvoice', 'markInvoiceSent'],
  ...['updateInvoice', 'voidInvoice', 'writeOffInvoice', 'deleteInvoice', 'duplicateInvoice'],
];

/** Operations for billing and payment. Credit, deposits and reversals only follow from many of them. */
const billing: readonly Operation[] = [
  ...ofBilling.flatMap((name) => operations.find((one) => one.name === name) ?? []),
  ...[...paymentOperations, ...paymentOperations, ...paymentOperations, ...creditOperations],
  ...[...reversalOperations, ...creditNoteOperations],
];

const [hour, day] = [3_600_000, 86_400_000];

/** Operations that only REST offers for single records. */
const notInBulk = [
  ...['approveDeliverable', 'refundPayment', 'reversePayment', 'applyCredit'],
  'createCreditNote',
];

const isByLines = ({ input, operation }: Call): boolean =>
  operation.name === 'createCreditNote' && input.lines !== undefined;

/** Every so many steps all is compared. */
const wholeAfter = 20;

/** How a run begins. */
interface Beginning {
  began: number;
  /** Whether most of it bills and pays. */
  isOfBilling: boolean;
}

export class Run {
  readonly #api: TestApi;
  readonly #sides: readonly [Side, Side];
  readonly #sender: Sender;
  readonly #began: number;
  /** How many of a hundred steps bill and pay. */
  readonly #ofBilling: number;
  #offset = 0;
  #steps = 0;

  private constructor(
    api: TestApi,
    sides: readonly [Side, Side],
    sender: Sender,
    { began, isOfBilling }: Beginning,
  ) {
    this.#api = api;
    this.#sides = sides;
    this.#sender = sender;
    this.#began = began;
    this.#ofBilling = isOfBilling ? 85 : 25;
  }

  /** Two new workspaces. @param crashing the service over connections that can be cut */
  static async begin(
    api: TestApi,
    crashing: Sender['crashing'],
    beginning: Beginning,
  ): Promise<Run> {
    const { began } = beginning;
    vi.setSystemTime(began);
    const sides = [await openSide(api), await openSide(api)] as const;
    const sender = new Sender(api, crashing, sides);
    await sender.begin();
    const run = new Run(api, sides, sender, beginning);
    if (beginning.isOfBilling) await run.#payDeposits();
    return run;
  }

  /** A client with deposits, of which two are paid: they are what random steps seldom come to. */
  async #payDeposits(): Promise<void> {
    const [side] = this.#sides;
    this.#moveClock(new Choices(1));
    for (const { input, name } of firstDeposits) {
      const operation = operations.find((one) => one.name === name) as Operation;
      const sent = this.#request(new Choices(1), side, { operation, input }, true);
      const request = { calls: [{ operation, input }], sent, together: 'alone' as const };
      await this.#sender.send(side, new Choices(1), { ...request, key: side.whole });
    }
    expect(side.model.all('Invoice').map(({ status }) => status)).toEqual([
      'PAID',
      'PAID',
      'DRAFT',
    ]);
  }

  /** The last operations, for debugging. */
  get trace(): string {
    return this.#sender.trace.slice(-12).join('\n');
  }

  async step(seed: number): Promise<void> {
    this.#steps += 1;
    const choices = new Choices(seed);
    this.#moveClock(choices);
    const [one, other] = this.#sides;
    const [side, foreign] = choices.chance(this.#ofBilling > 50 ? 92 : 70)
      ? [one, other]
      : [other, one];
    await this.#act(choices, side, foreign);
    if (this.#steps % wholeAfter !== 0) return;
    for (const one of this.#sides) await compareWhole(this.#api, one);
  }

  /** Compares both workspaces as a whole, and what the lists in both APIs have of them. */
  async end(): Promise<void> {
    for (const side of this.#sides) {
      await compareWhole(this.#api, side);
      await compareLists(side);
    }
  }

  /** On by a moment; now and then by hours or days, or back. */
  #moveClock(choices: Choices): void {
    this.#offset += 1 + choices.below(20_000);
    if (choices.chance(6)) this.#offset += (choices.below(9) - 4) * 5 * hour;
    if (choices.chance(2)) this.#offset = (choices.below(20) - 4) * day + 5 * hour;
    vi.setSystemTime(this.#began + this.#offset);
    for (const { model } of this.#sides) model.today = new Date().toISOString().slice(0, 10);
  }

  async #act(choices: Choices, side: Side, foreign: Side): Promise<void> {
    const way = choices.below(100);
    if (way < 10 && side.kept.length > 0) return this.#sender.sendAgain(side, choices);
    if (way < 12) return this.#sweep();
    if (way < 20) return this.#many(choices, side, foreign);
    const of = choices.chance(this.#ofBilling) ? billing : operations;
    const planned = this.#plan(choices, side, foreign, of);
    if (planned === undefined) return;
    const call = await this.#withLines(side, planned);
    const isNarrow = choices.chance(6);
    const key = isNarrow ? choices.of(side.narrow) : side.whole;
    const sent = this.#request(choices, side, call, !isNarrow);
    await this.#sender.send(side, choices, { calls: [call], sent, together: 'alone', key });
  }

  /** An operation with existing records, and the expected version of the changed one. */
  #plan(choices: Choices, side: Side, foreign: Side, of: readonly Operation[]): Call | undefined {
    const operation = choices.of(of);
    const { model } = side;
    const input = operation.plan(
      model,
      choices,
      (type) => choices.any(foreign.model.all(type))?.id,
    );
    if (input === undefined) return undefined;
    // Whether an update without changes counts as one is undefined.
    if (operation.name.startsWith('update') && Object.keys(input).length === 1) return undefined;
    const row = input.id && model.find(operation.type, ({ id }) => id === input.id);
    if (!row || !choices.chance(35)) return { operation, input };
    const expectedVersion = row.version + (choices.chance(25) ? choices.of([1, -1, 7]) : 0);
    return { operation, input: { ...input, expectedVersion: Math.max(1, expectedVersion) } };
  }

  /** A credit note with the ids of its lines, which only the database knows; the model keeps which places they have. */
  async #withLines({ model }: Side, { input, operation }: Call): Promise<Call> {
    if (!isByLines({ input, operation })) return { input, operation };
    const { rows } = await this.#api.database.pool.query<{ id: string }>(
      'SELECT id FROM "InvoiceLine" WHERE "invoiceId" = $1 ORDER BY position',
      [input.invoiceId],
    );
    for (const [location, { id }] of rows.entries()) model.placeOfLine.set(id, location);
    const lines = input.lines.map((line: Input) => {
      const { id = 'lin_none' } = rows[Number(line.lineId)] ?? {};
      return { ...line, lineId: id };
    });
    return { operation, input: { ...input, lines } };
  }

  #request(choices: Choices, { labels }: Side, call: Call, isVisible: boolean): Sent {
    return call.operation.rest && choices.chance(55)
      ? restRequest(call, labels, choices.chance(50))
      : graphqlRequest([call], labels, isVisible);
  }

  /** Many items of one operation, or several mutations in one transaction. */
  async #many(choices: Choices, side: Side, foreign: Side): Promise<void> {
    const isBulk = choices.chance(50);
    const inBulk = operations.filter(({ name, rest }) => rest && !notInBulk.includes(name));
    const operation = choices.of(inBulk);
    const from = isBulk ? [operation] : operations.filter(({ mayDoNothing }) => !mayDoNothing);
    const planned = Array.from({ length: 2 + choices.below(4) }, () =>
      this.#plan(choices, side, foreign, from),
    );
    // Lines may be others by then.
    const isPossible = (call: Call | undefined): call is Call =>
      call !== undefined && !isByLines(call);
    const calls = planned.filter(isPossible).slice(0, isBulk ? 5 : 3);
    if (calls.length < 2) return;
    const isPartial = choices.chance(60);
    const together: Batch = isBulk ? (isPartial ? 'partial' : 'all') : 'atomic';
    const sent = isBulk
      ? bulkRequest(calls, side.labels, isPartial)
      : graphqlRequest(calls, side.labels);
    await this.#sender.send(side, choices, { calls, sent, together, key: side.whole });
  }

  /** Responses that are stored for a week are deleted then. */
  async #sweep(): Promise<void> {
    await deleteExpiredResponses(this.#api.database.prisma, new Date());
    if (this.#offset < 7 * day) return;
    for (const side of this.#sides) side.kept.length = 0;
  }
}
