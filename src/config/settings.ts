import { z } from 'zod';
import { originPatternError } from './allowed-origins.ts';
import { auditLogEnvironmentSchema, auditLogSettings } from './audit-log-settings.ts';
import { databaseEnvironmentSchema, databaseSettings } from './database-settings.ts';
import { mailEnvironmentSchema, mailSettings } from './mail-settings.ts';
import { operationEnvironmentSchema, operationSettings } from './operation-settings.ts';
import { rateLimitEnvironmentSchema, rateLimitSettings } from './rate-limit-settings.ts';
import { signInEnvironmentSchema, signInSettings } from './sign-in-settings.ts';
import { integerSetting, urlSetting } from './value-parsers.ts';

export const settings = {
  PORT: { default: '4000', description: 'Port to listen on; 0 takes any free one.' },
  HOST: { default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for all interfaces.' },
  DATA_DIR: {
    default: './data',
    description: 'Folder of the embedded PostgreSQL and the demo key.',
  },
  DEMO: {
    default: 'on',
    description:
      'on or off: whether the first start with an empty DATA_DIR creates a demo workspace.',
  },
  ...databaseSettings,
  WORKERS: {
    default: '1',
    description: 'Number of worker processes, like the option --workers of serve.',
  },
  WORKER_SILENCE_SECONDS: {
    default: '30',
    description: 'A worker that hangs for this long is killed and replaced. 0: never.',
  },
  PUBLIC_URL: {
    default: '',
    description: 'Base URL of links for customers. Default: http://localhost:PORT.',
  },
  ...mailSettings,
  LOG_LEVEL: { default: 'info', description: 'fatal, error, warn, info, debug, trace or silent.' },
  METRICS_TOKEN: {
    default: '',
    description: 'Bearer token for Prometheus at /metrics. Unset: no metrics.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    description:
      'OTLP/HTTP endpoint for OpenTelemetry traces, like http://localhost:4318. Other OTEL_* variables work too. Unset: no traces.',
  },
  BODY_LIMIT_BYTES: { default: '1048576', description: 'Maximum size of a request body.' },
  CORS_ORIGINS: {
    default: '',
    description:
      'Allowed origins of browser requests, separated by commas: https://app.example.com, https://*.example.com.',
  },
  ...signInSettings,
  ...auditLogSettings,
  ...rateLimitSettings,
  ...operationSettings,
} as const;

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

export const environmentSchema = z.object({
  PORT: integerSetting(0, 65_535),
  HOST: z.string().min(1, 'must be an address'),
  DATA_DIR: z.string().min(1, 'must be a folder'),
  DEMO: z.enum(['on', 'off'], 'must be on or off'),
  ...databaseEnvironmentSchema,
  WORKERS: integerSetting(1, maxWorkers),
  WORKER_SILENCE_SECONDS: integerSetting(0, 3_600),
  PUBLIC_URL: urlSetting(/^https?:$/, 'must be a URL like https://api.example.com'),
  ...mailEnvironmentSchema,
  LOG_LEVEL: z.enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be fatal, error, warn, info, debug, trace or silent',
  ),
  METRICS_TOKEN: z
    .string()
    .refine(
      (value) => value === '' || /^[\w.~+/=-]{16,}$/.test(value),
      'must be 16 or more letters, digits and . _ ~ + / = -',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(/^https?:$/, 'must be a URL like http://localhost:4318'),
  BODY_LIMIT_BYTES: integerSetting(1_024, 104_857_600),
  CORS_ORIGINS: origins,
  ...signInEnvironmentSchema,
  ...auditLogEnvironmentSchema,
  ...rateLimitEnvironmentSchema,
  ...operationEnvironmentSchema,
});
