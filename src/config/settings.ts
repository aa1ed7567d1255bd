import { z } from 'zod';
import { originPatternError } from './allowed-origins.ts';
import { auditLogSettings } from './audit-log-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { operationSettings } from './operation-settings.ts';
import { rateLimitSettings } from './rate-limit-settings.ts';
import { type SettingTable, schemaOfSettings } from './setting-table.ts';
import { signInSettings } from './sign-in-settings.ts';
import { integerSetting, urlSetting } from './value-parsers.ts';

/** One process cannot distribute connections to more workers. */
export const maxWorkers = 64;

const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))
  .superRefine((entries, { addIssue }) => {
    for (const entry of entries) {
      const message = originPatternError(entry);
      if (message === undefined) continue;
      const requirement = 'must be origins like https://app.example.com or https://*.example.com';
      addIssue({ code: 'custom', message: `${requirement}: ${message}` });
    }
  });

export const settings = {
  PORT: {
    default: '4000',
    description: 'Port to listen on; 0 takes any free one.',
    value: integerSetting(0, 65_535),
  },
  HOST: {
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all interfaces.',
    value: z.string().min(1, 'must be an address'),
  },
  DATA_DIR: {
    default: './data',
    description: 'Folder of the embedded PostgreSQL and the demo key.',
    value: z.string().min(1, 'must be a folder'),
  },
  DEMO: {
    default: 'on',
    description:
      'on or off: whether the first start with an empty DATA_DIR creates a demo workspace.',
    value: z.enum(['on', 'off'], 'must be on or off'),
  },
  ...databaseSettings,
  WORKERS: {
    default: '1',
    description: 'Number of worker processes, like the option --workers of serve.',
    value: integerSetting(1, maxWorkers),
  },
  WORKER_SILENCE_SECONDS: {
    default: '30',
    description: 'A worker that hangs for this long is killed and replaced. 0: never.',
    value: integerSetting(0, 3_600),
  },
  PUBLIC_URL: {
    default: '',
    description: 'Base URL of links for customers. Default: http://localhost:PORT.',
    value: urlSetting(/^https?:$/, 'must be a URL like https://api.example.com'),
  },
  ...mailSettings,
  LOG_LEVEL: {
    default: 'info',
    description: 'fatal, error, warn, info, debug, trace or silent.',
    value: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  },
  METRICS_TOKEN: {
    default: '',
    description: 'Bearer token for Prometheus at /metrics. Unset: no metrics.',
    value: z
      .string()
      .refine(
        (value) => value === '' || /^[\w.~+/=-]{16,}$/.test(value),
        'must be 16 or more letters, digits and . _ ~ + / = -',
      ),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    description:
      'OTLP/HTTP endpoint for OpenTelemetry traces, like http://localhost:4318. Other OTEL_* variables work too. Unset: no traces.',
    value: urlSetting(/^https?:$/, 'must be a URL like http://localhost:4318'),
  },
  CORS_ORIGINS: {
    default: '',
    description:
      'Allowed origins of browser requests, separated by commas: https://app.example.com, https://*.example.com.',
    value: origins,
  },
  ...signInSettings,
  ...auditLogSettings,
  ...rateLimitSettings,
  ...operationSettings,
} as const satisfies SettingTable;

export const environmentSchema = schemaOfSettings(settings);
