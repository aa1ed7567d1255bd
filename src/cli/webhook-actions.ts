import type { IssuedWebhookSecret } from '../domain/webhooks/create-endpoint.ts';
import { createWebhookEndpoint } from '../domain/webhooks/create-endpoint.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
} from '../domain/webhooks/enable-endpoint.ts';
import { replayWebhookEvents } from '../domain/webhooks/replay-events.ts';
import { rotateWebhookSecret } from '../domain/webhooks/rotate-secret.ts';
import { sendTestWebhook } from '../domain/webhooks/send-test.ts';
import { deleteWebhookEndpoint } from '../domain/webhooks/update-endpoint.ts';
import type { WebhookDelivery } from '../generated/prisma/client.ts';
import type { WebhookDeliveryStatus } from '../generated/prisma/enums.ts';
import type { Context } from '../platform/context/context.ts';
import { toSingleLine } from '../platform/text/sanitize-text.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, formatMinute, formatTable } from './command.ts';
import { withWebhooks } from './webhook-context.ts';

interface WebhookOptions {
  workspace: number;
  json?: boolean;
}

interface CreateOptions extends WebhookOptions {
  url: string;
  types: string[];
  where?: unknown;
  description?: string;
  order?: string;
  after?: string;
  disabled?: boolean;
}

interface ListOptions extends WebhookOptions {
  endpoint?: string;
  status?: WebhookDeliveryStatus;
  limit?: number;
}

interface ReplayOptions extends WebhookOptions {
  after: string;
  until?: string;
  types?: string[];
}

const administer = <T>(
  cli: CliContext,
  { workspace }: WebhookOptions,
  work: (context: Context) => Promise<T>,
): Promise<T> => withWebhooks(cli, async ({ contextOf }) => work(await contextOf(workspace)));

async function readEndpoints({ accountId, db }: Context, id?: string) {
  const endpoints = await db.webhookEndpoint.findMany({
    where: { accountId, ...(id !== undefined && { id }) },
    orderBy: { id: 'asc' },
    include: { cursors: { where: { isReplay: false } } },
    omit: { madeByKeyId: true, madeByUserId: true, updatedAt: true },
  });
  return endpoints.map(({ cursors: [cursor], ...endpoint }) => ({
    ...endpoint,
    position: cursor?.position ?? null,
    consecutiveFailures: cursor?.consecutiveFailures ?? 0,
    firstFailureAt: cursor?.firstFailureAt?.toISOString() ?? null,
    nextAttemptAt: cursor?.nextAttemptAt?.toISOString() ?? null,
  }));
}

export async function listEndpoints(cli: CliContext, options: WebhookOptions): Promise<void> {
  const endpoints = await administer(cli, options, readEndpoints);
  if (options.json) return cli.print(formatJson(endpoints));
  if (endpoints.length === 0) return cli.print('The workspace has no webhook endpoints.');
  cli.print(
    formatTable(
      ['ID', 'STATE', 'REASON', 'TYPES', 'FAILING SINCE (UTC)', 'NEXT ATTEMPT (UTC)', 'URL'],
      endpoints.map(({ firstFailureAt, id, nextAttemptAt, state, stateReason, types, url }) => [
        ...[id, state, stateReason ?? '', types.join(',')],
        ...[formatMinute(firstFailureAt) ?? '', formatMinute(nextAttemptAt) ?? '', url],
      ]),
    ),
  );
}

/** Prints the changed endpoint. */
async function change(
  cli: CliContext,
  options: WebhookOptions,
  message: string,
  work: (context: Context) => Promise<{ id: string }>,
): Promise<void> {
  const endpoint = await administer(cli, options, async (context) => {
    const { id } = await work(context);
    return (await readEndpoints(context, id))[0];
  });
  cli.print(
    options.json ? formatJson(endpoint) : `The webhook endpoint ${endpoint?.id} ${message}.`,
  );
}

async function printSecret(
  cli: CliContext,
  options: WebhookOptions,
  work: (context: Context) => Promise<IssuedWebhookSecret>,
): Promise<void> {
  const { endpoint, secret } = await administer(cli, options, async (context) => {
    const { record, secret } = await work(context);
    return { secret, endpoint: (await readEndpoints(context, record.id))[0] };
  });
  cli.print(
    options.json
      ? formatJson({ ...endpoint, secret })
      : `The secret of the webhook endpoint ${endpoint?.id} is shown only once:\n${secret}`,
  );
}

export const createEndpoint = (
  cli: CliContext,
  { disabled = false, order, json, workspace, ...options }: CreateOptions,
): Promise<void> =>
  printSecret(cli, { json, workspace } as WebhookOptions, (context) =>
    createWebhookEndpoint(context, {
      ...options,
      enabled: !disabled,
      ...(order !== undefined && { order: order.toUpperCase() as 'ALL' }),
    } as never),
  );

export const rotateSecret = (
  cli: CliContext,
  id: string,
  { overlap, ...options }: WebhookOptions & { overlap?: string },
): Promise<void> =>
  printSecret(cli, options, (context) =>
    rotateWebhookSecret(context, { id, overlapMinutes: overlap } as never),
  );

export async function deleteEndpoint(cli: CliContext, id: string, options: WebhookOptions) {
  await administer(cli, options, (context) => deleteWebhookEndpoint(context, { id }));
  cli.print(options.json ? formatJson({ id }) : `The webhook endpoint ${id} was deleted.`);
}

export const enableEndpoint = (
  cli: CliContext,
  id: string,
  { after, ...options }: WebhookOptions & { after?: string },
): Promise<void> =>
  change(cli, options, 'is enabled', (context) => enableWebhookEndpoint(context, { id, after }));

export const disableEndpoint = (
  cli: CliContext,
  id: string,
  options: WebhookOptions,
): Promise<void> =>
  change(cli, options, 'is disabled', (context) => disableWebhookEndpoint(context, { id }));

export const replayEvents = (
  cli: CliContext,
  id: string,
  { after, types, until, ...options }: ReplayOptions,
): Promise<void> =>
  change(cli, options, 'gets the events again', (context) =>
    replayWebhookEvents(context, { id, after, types, until }),
  );

/** @throws CommandError unless it is delivered */
export async function testEndpoint(
  cli: CliContext,
  id: string,
  { type, ...options }: WebhookOptions & { type?: string },
): Promise<void> {
  const delivery = await administer(cli, options, async (context) => {
    const sent = await sendTestWebhook(context, { id, type });
    const { accountId, db } = context;
    const where = { accountId_id: { accountId, id: sent.id } };
    return db.webhookDelivery.findUniqueOrThrow({ where });
  });
  const { durationMs, error, responseExcerpt, status, statusCode } = delivery;
  if (options.json) cli.print(formatJson(delivery));
  else {
    cli.print(`Status ${statusCode ?? 'unknown'} after ${durationMs} ms`);
    if (responseExcerpt !== null) cli.print(printable(responseExcerpt));
  }
  if (status !== 'DELIVERED') throw new CommandError(`The test was not delivered. ${error}`);
}

/** A receiver could send control characters of the terminal. */
const printable = (text: string) => text.split(/\r?\n/).map(toSingleLine).join('\n');

export async function listDeliveries(
  cli: CliContext,
  { endpoint: endpointId, json, limit = 50, status, ...options }: ListOptions,
): Promise<void> {
  const deliveries = await administer(cli, options, ({ accountId, db }) =>
    db.webhookDelivery.findMany({
      where: {
        accountId,
        ...(endpointId !== undefined && { endpointId }),
        ...(status !== undefined && { status }),
      },
      orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),
  );
  if (json) return cli.print(formatJson(deliveries));
  if (deliveries.length === 0) return cli.print('There are no such deliveries.');
  const headings = [
    ...['ID', 'LAST ATTEMPT (UTC)', 'ENDPOINT', 'TYPE', 'RECORD', 'STATUS', 'ATTEMPTS', 'CODE'],
    ...['MS', 'ERROR'],
  ];
  cli.print(formatTable(headings, deliveries.map(deliveryRow)));
}

const deliveryRow = (delivery: WebhookDelivery): string[] => [
  delivery.id,
  formatMinute(delivery.requestedAt.toISOString()) ?? '',
  ...[delivery.endpointId, delivery.type, delivery.recordId ?? '', delivery.status],
  ...[String(delivery.attempts), String(delivery.statusCode ?? ''), String(delivery.durationMs)],
  toSingleLine(delivery.error ?? ''),
];
