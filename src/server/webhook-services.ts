import { readVersion } from '../config/version.ts';
import type { ReadingContext, WebhookServices } from '../domain/webhooks/services.ts';
import type { EncryptionKey } from '../platform/encryption/encryption-key.ts';
import { parseAllowedHosts } from '../platform/outbound-http/allowed-hosts.ts';
import { createOutboundHttp } from '../platform/outbound-http/outbound-http.ts';
import { callerPermissions } from '../platform/permissions/permissions.ts';
import type { JsonQuery } from '../query/json-query.ts';
import { createJsonQueryReader, type JsonQueryReader } from '../query/json-query-runner.ts';
import { redactQuery } from '../query/redacted-query.ts';
import { routes } from '../rest/index.ts';
import { schema } from '../schema/index.ts';
import { parseRecordWhere } from '../schema/resources/record-changes.ts';

/** The routes that return one record, by model. */
const recordRoutes = new Map(
  routes
    .filter(({ method, tree }) => method !== 'GET' && tree)
    .reverse()
    .map((route) => [(route.tree as JsonQuery).model as string, route]),
);

const readers = new Map<JsonQuery, JsonQueryReader>();

async function readRecords(
  context: ReadingContext,
  model: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tree = recordRoutes.get(model)?.tree;
  if (!tree) return new Map();
  const visible = redactQuery(tree, callerPermissions(context));
  const reader = readers.get(visible) ?? createJsonQueryReader(visible, 'ids', context.publicUrl);
  readers.set(visible, reader);
  const records = JSON.parse((await reader(context, [...ids])) ?? '[]') as { id: string }[];
  return new Map(records.map((record) => [String(record.id), JSON.stringify(record)]));
}

function exampleOf(model: string): object | null {
  const output = recordRoutes.get(model)?.example.output;
  return typeof output === 'object' ? output : null;
}

export interface WebhookServiceOptions {
  allowedHosts: readonly string[];
  encryptionKey: EncryptionKey;
}

export function createWebhookServices({
  allowedHosts,
  encryptionKey,
}: WebhookServiceOptions): WebhookServices {
  const allowed = parseAllowedHosts(allowedHosts);
  return {
    http: createOutboundHttp({ allowed }),
    allowedHosts: allowed,
    encryptionKey,
    userAgent: `Actiongraph/${readVersion()}`,
    parseWhere: (where) => parseRecordWhere(schema, where),
    readRecords,
    exampleOf,
  };
}
