import { existsSync } from 'node:fs';
import type { z } from 'zod';
import type { AttachmentLimits } from './attachment-settings.ts';
import type { AuditRetentionDays } from './audit-log-settings.ts';
import type { ReplicaSettings } from './database-settings.ts';
import { replicasOf, validateDatabaseSettings } from './database-settings.ts';
import type { Environment, ReplacedVariable } from './environment.ts';
import {
  findContradictions,
  findReplacedVariables,
  readSettingTexts,
  replacedVariablesWarning,
} from './environment.ts';
import type { MailSettings } from './mail-settings.ts';
import { mailSettingsOf, validateMailSettings } from './mail-settings.ts';
import { type McpConfig, mcpConfigOf } from './mcp-settings.ts';
import type { OperationLimits, PersistedOperationsMode } from './operation-settings.ts';
import type { RateLimitConfig, SignInRates } from './rate-limit-settings.ts';
import { validateRateLimitSettings } from './rate-limit-settings.ts';
import type { SettingProblem } from './setting-table.ts';
import { settings } from './settings.ts';
import type { OpenIdSettings, TokenIssuerSettings } from './sign-in-settings.ts';
import { openIdOf, tokenIssuerOf, validateSignInSettings } from './sign-in-settings.ts';
import { type WebhookSettings, webhookSettingsOf } from './webhook-settings.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The first start on an empty embedded database creates a demo workspace. */
  demo: boolean;
  /** Undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** URL without a connection pooler. Undefined if it equals `databaseUrl`. */
  databaseDirectUrl: string | undefined;
  databasePoolSize: number;
  /** 0 disables the log of slow statements. */
  slowStatementMs: number;
  replicas: ReplicaSettings | undefined;
  workers: number;
  /** A worker without a heartbeat for this long is replaced. 0 disables the check. */
  workerTimeoutSeconds: number;
  /** If undefined, derived from the port on which the server listens. */
  publicUrl: string | undefined;
  /** If undefined, mail is stored and not sent. */
  mail: MailSettings | undefined;
  webhooks: WebhookSettings;
  /** Undefined: a file in the data folder. */
  encryptionKey: string | undefined;
  attachmentLimits: AttachmentLimits;
  /** Undefined: attachments are stored in the data folder. */
  bucketUrl: string | undefined;
  logLevel: z.output<typeof settings>['LOG_LEVEL'];
  metricsToken: string | undefined;
  /** Whether traces are exported. OpenTelemetry reads the endpoint itself. */
  isTraced: boolean;
  bodyLimitBytes: number;
  corsOrigins: readonly string[];
  /** If undefined, the secret is stored in the database. */
  authSecret: string | undefined;
  openId: OpenIdSettings | undefined;
  tokenIssuer: TokenIssuerSettings | undefined;
  /** If undefined, a proxy on the same machine is trusted. */
  trustedProxies: readonly string[] | undefined;
  audit: AuditRetentionDays;
  rates: RateLimitConfig;
  signInRates: SignInRates;
  graphql: OperationLimits;
  mcp: McpConfig;
  persistedOperations: PersistedOperationsMode;
  persistedOperationsFile: string | undefined;
  /** Names the variables to set instead of replaced ones. Undefined if none is set. */
  replacedVariablesWarning: string | undefined;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const isStartedByNpm = (env: Record<string, string | undefined> = process.env): boolean =>
  env.npm_lifecycle_event !== undefined;

/** npm in the program's own folder, otherwise npx, or its name. */
export function commandName(env: Record<string, string | undefined> = process.env): string {
  if (!isStartedByNpm(env)) return 'actiongraph';
  const isOwnFolder = env.npm_lifecycle_event !== 'npx' && env.npm_package_name === 'actiongraph';
  return isOwnFolder ? 'npm run --silent actiongraph --' : 'npx actiongraph';
}

export const childEnvironment = (extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...extra,
});

/** Replaces `actiongraph` in commands of a text by the command that works here. */
export function withCommandName(text: string): string {
  return text.replaceAll('`actiongraph ', `\`${commandName()} `);
}

/**
 * Loads .env of the working directory, if it exists. Variables that are already set take
 * precedence.
 */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** @throws ConfigError */
function parseSettings(env: Environment) {
  const replaced = findReplacedVariables(env);
  const texts = readSettingTexts(env, replaced);
  const parsed = settings.safeParse(texts);
  const problems: SettingProblem[] = [
    ...findContradictions(env, replaced),
    ...(parsed.success
      ? [
          ...validateDatabaseSettings(parsed.data),
          ...validateMailSettings(parsed.data),
          ...validateSignInSettings(parsed.data),
          ...validateRateLimitSettings(parsed.data),
        ]
      : parsed.error.issues.map(({ path: [name, entry], message }): SettingProblem => {
          return [String(name), message, entry?.toString()];
        })),
  ];
  if (!parsed.success || problems.length > 0) {
    throw invalidConfigurationError(problems, { ...env, ...texts }, replaced);
  }
  return { data: parsed.data, warning: replacedVariablesWarning(replaced, texts) };
}

/**
 * Reads the configuration from the environment. No other file reads process.env.
 * @throws ConfigError
 */
export function readConfig(env: Environment = process.env): Config {
  const { data, warning } = parseSettings(env);
  const { bodyBytes, ...rates } = data.REQUEST_LIMITS;
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
    workerTimeoutSeconds: data.WORKER_SILENCE_SECONDS,
    publicUrl: data.PUBLIC_URL.replace(/\/+$/, '') || undefined,
    mail: mailSettingsOf(data),
    webhooks: webhookSettingsOf(data),
    encryptionKey: data.ENCRYPTION_KEY || undefined,
    attachmentLimits: data.ATTACHMENT_LIMITS,
    bucketUrl: data.ATTACHMENT_BUCKET_URL || undefined,
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN || undefined,
    isTraced: isTraced(env),
    bodyLimitBytes: bodyBytes,
    corsOrigins: data.CORS_ORIGINS,
    authSecret: data.AUTH_SECRET || undefined,
    openId: openIdOf(data),
    tokenIssuer: tokenIssuerOf(data),
    trustedProxies: data.TRUSTED_PROXIES,
    audit: data.AUDIT_RETENTION_DAYS,
    rates,
    signInRates: data.SIGN_IN_LIMITS,
    graphql: data.GRAPHQL_LIMITS,
    mcp: mcpConfigOf(data),
    persistedOperations: data.PERSISTED_OPERATIONS,
    persistedOperationsFile: data.PERSISTED_OPERATIONS_FILE || undefined,
    replacedVariablesWarning: warning,
  };
}

/** For `actiongraph mcp`, which may run on a machine without the service. */
export const readServiceAccess = (env: Environment = process.env) => ({
  url: env.ACTIONGRAPH_URL?.trim() ?? '',
  key: env.ACTIONGRAPH_KEY?.trim() ?? '',
});

function isTraced(env: Record<string, string | undefined>): boolean {
  const isDisabled =
    env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return !isDisabled && Boolean(endpoint?.trim());
}

function invalidConfigurationError(
  problems: readonly SettingProblem[],
  texts: Environment,
  replaced: readonly ReplacedVariable[],
): ConfigError {
  const lines = problems.map(([name, message, entry]) => {
    const variable = replaced.find((each) => each.setting === name && each.entry === entry);
    if (variable) return `  ${variable.name}=${variable.value}: ${message}`;
    const displayedValue = /_(SECRET|TOKEN|KEY)$/.test(name) ? '…' : withoutPassword(texts[name]);
    return `  ${name}=${displayedValue}: ${entry ? `${entry} ` : ''}${message}`;
  });
  return new ConfigError(`Invalid configuration:\n${[...new Set(lines)].join('\n')}`);
}

/** The error message can appear in logs and screenshots. */
function withoutPassword(value = ''): string {
  return value.replace(/(:\/\/[^:/@]*:).*@/, '$1…@');
}
