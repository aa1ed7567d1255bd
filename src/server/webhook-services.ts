import type { Config } from '../config/config.ts';
import { readVersion } from '../config/version.ts';
import type { Database } from '../database/client/client.ts';
import type { WebhookServices } from '../domain/webhooks/services.ts';
import { EncryptionKey } from '../platform/encryption/encryption-key.ts';
import { parseAllowedHosts } from '../platform/outbound-http/allowed-hosts.ts';
import { createOutboundHttp } from '../platform/outbound-http/outbound-http.ts';
import type { ResolveName } from '../platform/outbound-http/public-lookup.ts';
import { createRecordReaders } from '../rest/core/record-readers.ts';
import { documentedRecords } from '../rest/index.ts';
import { schema } from '../schema/index.ts';
import { parseRecordWhere } from '../schema/resources/record-where.ts';

const recordReaders = createRecordReaders(documentedRecords);

export interface WebhookServiceOptions {
  allowedHosts: readonly string[];
  encryptionKey: EncryptionKey;
  /** For tests. */
  resolve?: ResolveName;
}

export function createWebhookServices({
  allowedHosts,
  encryptionKey,
  resolve,
}: WebhookServiceOptions): WebhookServices {
  const allowed = parseAllowedHosts(allowedHosts);
  return {
    http: createOutboundHttp({ allowed, ...(resolve && { resolve }) }),
    allowedHosts: allowed,
    encryptionKey,
    userAgent: `Actiongraph/${readVersion()}`,
    parseWhere: (where) => parseRecordWhere(schema, where),
    ...recordReaders,
  };
}

export const openWebhookServices = (
  { dataDir, encryptionKey: configured, webhooks: { allowedHosts } }: Config,
  { prisma: db }: Pick<Database, 'prisma'>,
): WebhookServices =>
  createWebhookServices({
    allowedHosts,
    encryptionKey: new EncryptionKey({ db, configured, dataDir }),
  });
