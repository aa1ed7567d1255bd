import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { TokenIssuerSettings } from '../auth/external-tokens.ts';
import type { OpenIdSettings } from '../auth/openid.ts';
import type { SignInRates } from '../auth/sign-in-rules.ts';
import type { AuditRetentionDays } from '../platform/audit-log/retention.ts';
import type { OperationLimits } from '../schema/core/server-context.ts';
import { originPatternError } from './allowed-origins.ts';
import {
  databaseEnvironmentSchema,
  databaseSettings,
  replicasOf,
  validateDatabaseSettings,
} from './database-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import {
  mailEnvironmentSchema,
  mailSettings,
  mailSettingsOf,
  validateMailSettings,
} from './mail-settings.ts';
import {
  operationEnvironmentSchema,
  operationLimitsOf,
  operationSettings,
} from './operation-settings.ts';
import type { RateLimitConfig } from './rate-limit-settings.ts';
import {
  rateLimitConfigOf,
  rateLimitEnvironmentSchema,
  rateLimitSettings,
  signInRatesOf,
  validateRateLimitSettings,
} from './rate-limit-settings.ts';
import {
  openIdOf,
  signInEnvironmentSchema,
  signInSettings,
  tokenIssuerOf,
  validateSignInSettings,
} from './sign-in-settings.ts';
import { integerSetting, urlSetting } from './value-parsers.ts';

/** Everything the service can be told by its environment, with what it means and what is taken when it is unset. */
export const settings = {
  PORT: { default: '4000', meaning: 'Port to listen on; 0 takes any free one.' },
  HOST: { default: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for every interface.' },
  DATA_DIR: { default: './data', meaning: 'Folder of the embedded PostgreSQL and the demo key.' },
  DEMO: {
    default: 'on',
    meaning: 'on or off: whether the first start on an empty DATA_DIR makes a demo workspace.',
  },
  ...databaseSettings,
  WORKERS: {
    default: '1',
    meaning: 'Processes that answer requests; the option --workers of serve says so too.',
  },
  WORKER_SILENCE_SECONDS: {
    default: '30',
    meaning: 'After how long a worker that hangs is killed and replaced; 0 for never.',
  },
  PUBLIC_URL: {
    default: '',
    meaning: 'Base of the URLs that customers are given; http://localhost:PORT when unset.',
  },
  ...mailSettings,
  LOG_LEVEL: { default: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent.' },
  METRICS_TOKEN: {
    default: '',
    meaning: 'Bearer token with which Prometheus reads /metrics; unset: no figures are kept.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    meaning:
      'Where OpenTelemetry traces are sent by HTTP, like http://localhost:4318; the other OTEL_* variables count as well; unset: nowhere.',
  },
  BODY_LIMIT_BYTES: { default: '1048576', meaning: 'Largest request body.' },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'Origins whose pages may call from a browser, with commas between: https://app.example.com, https://*.example.com.',
  },
  ...signInSettings,
  AUDIT_CHANGES_DAYS: {
    default: '30',
    meaning: 'Days for which it is kept what a change changed, the values before and after.',
  },
  AUDIT_DAYS: { default: '3653', meaning: 'Days for which it is kept who did what: ten years.' },
  ...rateLimitSettings,
  ...operationSettings,
  PERSISTED_OPERATIONS: {
    default: 'off',
    meaning: 'off, prefer or only: whether clients name operations of the manifest.',
  },
  PERSISTED_OPERATIONS_FILE: {
    default: '',
    meaning: 'The manifest: a JSON object from SHA-256 to the text of the operation.',
  },
} as const;

/** As many as one process may hand connections to. */
export const maxWorkers = 64;

const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))
  .superRefine((entries, { addIssue }) => {
    for (const entry of entries) {
      const message = originPatternError(entry);
      if (message === undefined) continue;
      const right = 'must be origins like https://app.example.com or https://*.example.com';
      addIssue({ code: 'custom', message: `${right}: ${message}` });
    }
  });

const environment = z.object({
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
  AUDIT_CHANGES_DAYS: integerSetting(1, 36_525),
  AUDIT_DAYS: integerSetting(1, 36_525),
  ...rateLimitEnvironmentSchema,
  ...operationEnvironmentSchema,
  PERSISTED_OPERATIONS: z.enum(['off', 'prefer', 'only'], 'must be off, prefer or only'),
  PERSISTED_OPERATIONS_FILE: z.string(),
});

/** Everything that the environment says, as the program takes it. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Whether a first start on an empty embedded database makes a demo workspace, and later ones tell of it. */
  demo: boolean;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Through no pooler; `databaseUrl` when undefined. */
  databaseDirectUrl: string | undefined;
  databasePoolSize: number;
  /** 0: no statement is logged. */
  slowStatementMs: number;
  /** Undefined: the database alone answers. */
  replicas: { urls: readonly string[]; maxLagMs: number } | undefined;
  /** Processes that answer requests. */
  workers: number;
  workerSilenceSeconds: number;
  /** Undefined: derived from the port that is listened on. */
  publicUrl: string | undefined;
  /** Undefined: mail is kept, not sent. */
  mail: MailSettings | undefined;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
  /** Undefined: no figures are kept. */
  metricsToken: string | undefined;
  /** Whether traces are sent; where, OpenTelemetry's own variables say. */
  isTraced: boolean;
  bodyLimitBytes: number;
  /** Origins whose pages may call: see {@link createCrossOrigin}. */
  corsOrigins: readonly string[];
  /** Undefined: the database keeps one. */
  authSecret: string | undefined;
  /** Undefined: nobody signs in elsewhere. */
  openId: OpenIdSettings | undefined;
  /** Undefined: only tokens of this service count. */
  tokenIssuer: TokenIssuerSettings | undefined;
  /** Undefined: one on the same machine. */
  trustedProxies: readonly string[] | undefined;
  /** How long the log of changes is kept. */
  audit: AuditRetentionDays;
  rates: RateLimitConfig;
  signInRates: SignInRates;
  graphql: OperationLimits;
  persistedOperations: 'off' | 'prefer' | 'only';
  /** Undefined: no manifest. */
  persistedOperationsFile: string | undefined;
}

/** The configuration is wrong; the message names every wrong value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** How the person who started this program calls it again: from its own folder by npm, elsewhere by npx, or by its name. */
export function commandName(env: Record<string, string | undefined> = process.env): string {
  if (env.npm_lifecycle_event === undefined) return 'actiongraph';
  const isOwnFolder = env.npm_lifecycle_event !== 'npx' && env.npm_package_name === 'actiongraph';
  return isOwnFolder ? 'npm run --silent actiongraph --' : 'npx actiongraph';
}

/** This process's environment with more in it, for one that it starts. */
export const childEnvironment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
});

/** A text in which commands to run are named as they can be run here. */
export function withCommandName(text: string): string {
  return text.replaceAll('`actiongraph ', `\`${commandName()} `);
}

/** Takes settings from the file .env in the working directory, where there is one; the environment's own win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Reads the configuration, once; and, with the two functions above, the only reader of process.env.
 * @throws ConfigError naming every wrong value and what would be right
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, { default: fallback }]) => [
      name,
      env[name]?.trim() || fallback,
    ]),
  );
  const parsed = environment.safeParse(values);
  const faults = parsed.success
    ? [
        ...validateDatabaseSettings(parsed.data),
        ...validateMailSettings(parsed.data),
        ...validateSignInSettings(parsed.data),
        ...validateRateLimitSettings(parsed.data),
      ]
    : parsed.error.issues.map(({ path: [name], message }) => [String(name), message] as const);
  if (!parsed.success || faults.length > 0) throw wrongConfiguration(faults, values);
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    demo: data.DEMO === 'on',
    databaseUrl: data.DATABASE_URL || undefined,
    databaseDirectUrl: data.DATABASE_DIRECT_URL || undefined,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    slowStatementMs: data.SLOW_STATEMENT_MS,
    replicas: replicasOf(data),
    workers: data.WORKERS,
    workerSilenceSeconds: data.WORKER_SILENCE_SECONDS,
    publicUrl: data.PUBLIC_URL.replace(/\/+$/, '') || undefined,
    mail: mailSettingsOf(data),
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN || undefined,
    isTraced: isTraced(env),
    bodyLimitBytes: data.BODY_LIMIT_BYTES,
    corsOrigins: data.CORS_ORIGINS,
    authSecret: data.AUTH_SECRET || undefined,
    openId: openIdOf(data),
    tokenIssuer: tokenIssuerOf(data),
    trustedProxies: data.TRUSTED_PROXIES,
    audit: { changes: data.AUDIT_CHANGES_DAYS, entries: data.AUDIT_DAYS },
    rates: rateLimitConfigOf(data),
    signInRates: signInRatesOf(data),
    graphql: operationLimitsOf(data),
    persistedOperations: data.PERSISTED_OPERATIONS,
    persistedOperationsFile: data.PERSISTED_OPERATIONS_FILE || undefined,
  };
}

/** As OpenTelemetry's own variables say it. */
function isTraced(env: Record<string, string | undefined>): boolean {
  const isOff =
    env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return !isOff && Boolean(endpoint?.trim());
}

function wrongConfiguration(
  faults: readonly (readonly [name: string, message: string])[],
  values: Record<string, string>,
): ConfigError {
  const lines = faults.map(([name, message]) => {
    const shown = /_(SECRET|TOKEN)$/.test(name) ? '…' : withoutPassword(values[name]);
    return `  ${name}=${shown}: ${message}`;
  });
  return new ConfigError(`The configuration is wrong:\n${[...new Set(lines)].join('\n')}`);
}

/** Errors end up in logs and screenshots. */
function withoutPassword(value = ''): string {
  return value.replace(/(:\/\/[^:/@]*:).*@/, '$1…@');
}
