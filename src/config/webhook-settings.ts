import type { SettingValues } from './setting-table.ts';
import { setting } from './setting-table.ts';
import { isAddressOrNetwork } from './trusted-proxies.ts';
import { integerSetting, listSetting, textSetting } from './value-parsers.ts';

export interface WebhookSettings {
  /** Hosts and networks that may be private and without TLS. */
  allowedHosts: readonly string[];
  /** Simultaneous requests of a process. */
  concurrency: number;
  /** Days for which successful deliveries are listed. */
  logDays: number;
}

const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

export const webhookSettings = {
  ENCRYPTION_KEY: setting(
    '',
    'Key that encrypts secrets of webhooks, 32 characters or more. Default: the file encryption-key in DATA_DIR, which the first start creates.',
    textSetting((value) => value.length >= 32, 'must have 32 characters or more'),
  ),
  WEBHOOK_ALLOWED_HOSTS: setting(
    '',
    'Hosts and networks that webhooks can reach with a private address or without TLS, separated by commas: hooks.internal, 10.1.0.0/16.',
    listSetting().refine(
      (entries) => entries.every((entry) => isAddressOrNetwork(entry) || hostPattern.test(entry)),
      'must be hosts or networks like hooks.internal, 10.1.0.0/16',
    ),
  ),
  WEBHOOK_CONCURRENCY: setting(
    '64',
    'Maximum number of simultaneous webhook requests per process. 0: sends none.',
    integerSetting(0, 1_000),
  ),
  WEBHOOK_LOG_DAYS: setting(
    '3',
    'Days for which successful webhook deliveries are listed.',
    integerSetting(1, 3_653),
  ),
};

export const webhookSettingsOf = (
  values: SettingValues<typeof webhookSettings>,
): WebhookSettings => ({
  allowedHosts: values.WEBHOOK_ALLOWED_HOSTS,
  concurrency: values.WEBHOOK_CONCURRENCY,
  logDays: values.WEBHOOK_LOG_DAYS,
});
