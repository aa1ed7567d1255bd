import type { Context } from '../../platform/context/context.ts';
import type { EncryptionKey } from '../../platform/encryption/encryption-key.ts';
import type { AllowedHosts } from '../../platform/outbound-http/allowed-hosts.ts';
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts';
import type { FollowedLists } from '../record-changes/followed-lists.ts';

export type ReadingContext = Pick<Context, 'accountId' | 'actor' | 'db' | 'publicUrl'>;

/** Parts of webhooks that depend on the settings or on the APIs. */
export interface WebhookServices {
  http: OutboundHttp;
  allowedHosts: AllowedHosts;
  encryptionKey: EncryptionKey;
  userAgent: string;
  /**
   * Parses the argument `where` of `recordChanged`.
   * @throws ActionError invalid_input
   */
  parseWhere(where: object): FollowedLists;
  /** The REST records as JSON, by id. Empty for types without a REST record. */
  readRecords(
    context: ReadingContext,
    model: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** The REST record as JSON, from the values of its columns. */
  readFormerRecord(context: ReadingContext, model: string, values: object): Promise<string>;
  /** The documented example of a REST record. Null for types without one. */
  exampleOf(model: string): object | null;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /** Missing in contexts of the command line. */
    webhooks?: WebhookServices;
  }
}

export function webhookServicesOf({ services }: Pick<Context, 'services'>): WebhookServices {
  if (!services.webhooks) throw new TypeError('This context has no services of webhooks.');
  return services.webhooks;
}
