import { z } from 'zod';
import { originPatternError } from './allowed-origins.ts';
import { attachmentSettings } from './attachment-settings.ts';
import { auditLogSettings } from './audit-log-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { mcpSettings } from './mcp-settings.ts';
import { operationSettings } from './operation-settings.ts';
import { rateLimitSettings } from './rate-limit-settings.ts';
import { rowsOfSettings, setting } from './setting-table.ts';
import { signInSettings } from './sign-in-settings.ts';
import { integerSetting, listSetting, textSetting, urlSetting } from './value-parsers.ts';
import { webhookSettings } from './webhook-settings.ts';

/** The main process cannot distribute connections to more workers. */
export const maxWorkers = 64;

const origins = listSetting().superRefine((entries, { addIssue }) => {
  for (const entry of entries) {
    const message = originPatternError(entry);
    if (message === undefined) continue;
    const requirement = 'must be origins like https://app.example.com or https://*.example.com';
    addIssue({ code: 'custom', message: `${requirement}: ${message}` });
  }
});

export const settings = z.object({
  PORT: setting('4000', 'Port to listen on; 0 takes any free one.', integerSetting(0, 65_535)),
  HOST: setting(
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 for all interfaces.',
    z.string().min(1, 'must be an address'),
  ),
  DATA_DIR: setting(
    './data',
    'Folder of the embedded PostgreSQL and the demo key.',
    z.string().min(1, 'must be a folder'),
  ),
  DEMO: setting(
    'on',
    'on or off: whether the first start with an empty DATA_DIR creates a demo workspace.',
    z.enum(['on', 'off'], 'must be on or off'),
  ),
  ...databaseSettings,
  WORKERS: setting(
    '1',
    'Number of worker processes, like the option --workers of serve.',
    integerSetting(1, maxWorkers),
  ),
  WORKER_SILENCE_SECONDS: setting(
    '30',
    'A worker that hangs for this long is killed and replaced. 0: never.',
    integerSetting(0, 3_600),
  ),
  PUBLIC_URL: setting(
    '',
    'Base URL of links for customers. Default: http://localhost:PORT.',
    urlSetting(/^https?:$/, 'must be a URL like https://api.example.com'),
  ),
  ...mailSettings,
  ...webhookSettings,
  ...attachmentSettings,
  LOG_LEVEL: setting(
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  ),
  METRICS_TOKEN: setting(
    '',
    'Bearer token for Prometheus at /metrics. Unset: no metrics.',
    textSetting(
      (value) => /^[\w.~+/=-]{16,}$/.test(value),
      'must be 16 or more letters, digits and . _ ~ + / = -',
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'OTLP/HTTP endpoint for OpenTelemetry traces, like http://localhost:4318. Other OTEL_* variables work too. Unset: no traces.',
    urlSetting(/^https?:$/, 'must be a URL like http://localhost:4318'),
  ),
  CORS_ORIGINS: setting(
    '',
    'Allowed origins of browser requests, separated by commas: https://app.example.com, https://*.example.com.',
    origins,
  ),
  ...signInSettings,
  ...auditLogSettings,
  ...rateLimitSettings,
  ...operationSettings,
  ...mcpSettings,
});

export const settingRows = rowsOfSettings(settings);
