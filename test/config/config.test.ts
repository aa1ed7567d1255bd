import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  exampleFile,
  printEnvironmentExample,
  printSettingsPage,
  settingsPage,
} from '../../scripts/print-settings.ts';
import { ConfigError, commandName, readConfig } from '../../src/config/config.ts';
import { parseEntries } from '../../src/config/numbers-setting.ts';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { settingRows } from '../../src/config/settings.ts';

describe('configuration', () => {
  it('has a default for every setting, so that nothing has to be set', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databasePoolSize: 10,
      slowStatementMs: 1_000,
      isTraced: false,
      workers: 1,
      workerTimeoutSeconds: 30,
      publicUrl: undefined,
      mail: undefined,
      webhooks: { allowedHosts: [], concurrency: 64, logDays: 3 },
      encryptionKey: undefined,
      attachmentLimits: { fileMegabytes: 25, filesPerRecord: 100, workspaceMegabytes: 10_000 },
      bucketUrl: undefined,
      logLevel: 'info',
      bodyLimitBytes: 1_048_576,
      corsOrigins: [],
      audit: { changes: 30, entries: 3_653 },
      rates: {
        requestsPerMinute: 30_000,
        costPerMinute: 6_000_000,
        unknownKeysPerMinute: 60,
      },
      signInRates: {
        attemptsPerAddress: 30,
        attemptsPerEmail: 20,
        mailsPerAddress: 20,
        mailsPerEmail: 5,
        otherPerAddress: 300,
      },
      graphql: defaultOperationLimits,
      mcp: { writesPerMinute: 60, hasGraphQL: false },
      persistedOperations: 'off',
      persistedOperationsFile: undefined,
    });
  });

  it('takes a blank setting for one that is not set', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it('reads every setting', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/actiongraph',
      DEMO: 'off',
      DATABASE_URL: 'postgres://app:secret@db.example/records',
      DATABASE_DIRECT_URL: 'postgres://app:secret@direct.example/records',
      DATABASE_POOL_SIZE: '40',
      SLOW_STATEMENT_MS: '250',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      WORKERS: '4',
      WORKER_SILENCE_SECONDS: '20',
      PUBLIC_URL: 'https://api.example.com/',
      SMTP_URL: 'smtps://app:secret@mail.example',
      MAIL_FROM: 'invoices@example.com',
      ENCRYPTION_KEY: 'a key with at least 32 characters',
      WEBHOOK_ALLOWED_HOSTS: 'hooks.internal, 10.1.0.0/16',
      WEBHOOK_CONCURRENCY: '8',
      WEBHOOK_LOG_DAYS: '7',
      ATTACHMENT_LIMITS: 'fileMegabytes=5,filesPerRecord=6,workspaceMegabytes=70',
      ATTACHMENT_BUCKET_URL: 'https://key:secret@s3.example.com/files?region=eu-west-1',
      LOG_LEVEL: 'warn',
      CORS_ORIGINS: 'https://app.example.com, https://*.studio.example',
      AUDIT_RETENTION_DAYS: 'changes=7,entries=400',
      REQUEST_LIMITS:
        'requestsPerMinute=600, costPerMinute=900, unknownKeysPerMinute=0, bodyBytes=2097152',
      SIGN_IN_LIMITS:
        'attemptsPerAddress=1,attemptsPerEmail=2,mailsPerAddress=3,mailsPerEmail=4,otherPerAddress=50',
      GRAPHQL_LIMITS:
        'tokens=500,depth=6,aliases=4,directives=3,rootFields=2,cost=900,timeMs=1500,subscriptions=7,eventCost=0',
      MCP_WRITES_PER_MINUTE: '7',
      MCP_GRAPHQL: 'on',
      PERSISTED_OPERATIONS: 'only',
      PERSISTED_OPERATIONS_FILE: '/srv/operations.json',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/actiongraph',
      demo: false,
      databaseUrl: 'postgres://app:secret@db.example/records',
      databaseDirectUrl: 'postgres://app:secret@direct.example/records',
      databasePoolSize: 40,
      slowStatementMs: 250,
      isTraced: true,
      workers: 4,
      workerTimeoutSeconds: 20,
      publicUrl: 'https://api.example.com',
      mail: { url: 'smtps://app:secret@mail.example', from: 'invoices@example.com' },
      encryptionKey: 'a key with at least 32 characters',
      webhooks: { allowedHosts: ['hooks.internal', '10.1.0.0/16'], concurrency: 8, logDays: 7 },
      attachmentLimits: { fileMegabytes: 5, filesPerRecord: 6, workspaceMegabytes: 70 },
      bucketUrl: 'https://key:secret@s3.example.com/files?region=eu-west-1',
      logLevel: 'warn',
      bodyLimitBytes: 2_097_152,
      corsOrigins: ['https://app.example.com', 'https://*.studio.example'],
      audit: { changes: 7, entries: 400 },
      rates: { requestsPerMinute: 600, costPerMinute: 900, unknownKeysPerMinute: 0 },
      signInRates: {
        attemptsPerAddress: 1,
        attemptsPerEmail: 2,
        mailsPerAddress: 3,
        mailsPerEmail: 4,
        otherPerAddress: 50,
      },
      graphql: {
        tokens: 500,
        depth: 6,
        aliases: 4,
        directives: 3,
        rootFields: 2,
        cost: 900,
        timeMs: 1_500,
        subscriptions: 7,
        eventCost: 0,
      },
      mcp: { writesPerMinute: 7, hasGraphQL: true },
      persistedOperations: 'only',
      persistedOperationsFile: '/srv/operations.json',
    });
  });

  it('lists all wrong values in one error, with the allowed ones', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://db.example/records',
      DATABASE_POOL_SIZE: '1',
      SLOW_STATEMENT_MS: '-1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      PUBLIC_URL: 'api.example.com',
      SMTP_URL: 'http://mail.example',
      MAIL_FROM: 'Ours <a@b>',
      LOG_LEVEL: 'loud',
      CORS_ORIGINS: 'https://app.example.com/, *',
      PERSISTED_OPERATIONS: 'maybe',
    };
    const read = () => readConfig(wrong);
    expect(read).toThrow(ConfigError);
    for (const [name, value] of Object.entries(wrong)) {
      expect(read).toThrow(`  ${name}=${value}: must be `);
    }
  });

  it('names every wrong, unknown and repeated number of one setting', () => {
    const read = () =>
      readConfig({
        GRAPHQL_LIMITS: 'depth=1,cost,timeMs=soon',
        SIGN_IN_LIMITS: 'attemptsPerEmail=9,triesPerEmail=9',
        AUDIT_RETENTION_DAYS: 'changes=7,changes=8',
        UNKNOWN_KEYS_PER_MINUTE: 'many',
      });
    for (const line of [
      'GRAPHQL_LIMITS=depth=1,cost,timeMs=soon: depth must be a whole number from 2 to 100',
      'GRAPHQL_LIMITS=depth=1,cost,timeMs=soon: cost must be a whole number from 100 to 100000000',
      'GRAPHQL_LIMITS=depth=1,cost,timeMs=soon: timeMs must be a whole number from 100 to 600000',
      'SIGN_IN_LIMITS=attemptsPerEmail=9,triesPerEmail=9: must be entries of attemptsPerAddress, attemptsPerEmail, mailsPerAddress, mailsPerEmail, otherPerAddress, like attemptsPerAddress=1,…',
      'AUDIT_RETENTION_DAYS=changes=7,changes=8: must have each entry once',
      'UNKNOWN_KEYS_PER_MINUTE=many: must be a whole number from 0 to 1000000',
    ]) {
      expect(read).toThrow(`\n  ${line}`);
    }
  });

  it.each(
    settingRows.flatMap(({ name, replaces, ...setting }) =>
      Object.entries(replaces).map(([former, entry]) => {
        const defaultValue = new Map(parseEntries(setting.default)).get(entry);
        return [former, name, entry, Number(defaultValue) + 1] as const;
      }),
    ),
  )('%s still takes effect as %s=%s, with a warning', (former, name, entry, number) => {
    const value = String(number);
    const { replacedVariablesWarning, ...config } = readConfig({ [former]: value });
    expect(config).toEqual(readConfig({ [name]: `${entry}=${value}` }));
    expect(config).not.toEqual(readConfig({}));
    expect(replacedVariablesWarning).toBe(
      `some settings have new names. Set ${name}=${entry}=${value} instead of ${former}`,
    );
    expect(() => readConfig({ [former]: 'x' })).toThrow(`  ${former}=x: must be a whole number`);
    expect(readConfig({ [former]: value, [name]: `${entry}=${value}` })).toMatchObject(config);
    const contradicting = () => readConfig({ [former]: value, [name]: `${entry}=${number + 1}` });
    expect(contradicting).toThrow(
      `  ${former}=${value}: contradicts ${name}, which has ${entry}=${number + 1}. Remove ${former}`,
    );
  });

  it('warns once of all former variables, with the values to set instead', () => {
    const { graphql, replacedVariablesWarning } = readConfig({
      GRAPHQL_LIMITS: 'tokens=500',
      GRAPHQL_MAX_DEPTH: '6',
      GRAPHQL_MAX_ALIASES: ' ',
      GRAPHQL_TIME_LIMIT_MS: '1500',
      AUDIT_DAYS: '400',
    });
    expect(graphql).toEqual({ ...defaultOperationLimits, tokens: 500, depth: 6, timeMs: 1_500 });
    expect(replacedVariablesWarning).toBe(
      'some settings have new names. Set AUDIT_RETENTION_DAYS=entries=400 instead of AUDIT_DAYS; ' +
        'GRAPHQL_LIMITS=tokens=500,depth=6,timeMs=1500 instead of GRAPHQL_MAX_DEPTH, GRAPHQL_TIME_LIMIT_MS',
    );
  });

  it('rejects settings that need DATABASE_URL if it is missing, and shows no password', () => {
    const url = 'postgresql://app:s3cret@db.example/records';
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS']) {
      const read = () => readConfig({ [name]: url });
      expect(read).toThrow(
        `  ${name}=postgresql://app:…@db.example/records: requires DATABASE_URL`,
      );
      expect(() => readConfig({ [name]: url, DATABASE_URL: url })).not.toThrow();
    }
    const several = () => readConfig({ DATABASE_REPLICA_URLS: `${url},${url}` });
    expect(several).not.toThrow('s3cret');
    expect(several).toThrow('requires DATABASE_URL');
  });

  it('rejects a cost for each minute below the limit of one operation', () => {
    const REQUEST_LIMITS = 'costPerMinute=19999';
    expect(() => readConfig({ REQUEST_LIMITS })).toThrow(
      '  REQUEST_LIMITS=costPerMinute=19999: costPerMinute must be 0 or at least 20000, the cost in GRAPHQL_LIMITS',
    );
    expect(() => readConfig({ GRAPHQL_COST_PER_MINUTE: '19999' })).toThrow(
      '  GRAPHQL_COST_PER_MINUTE=19999: must be 0 or at least 20000, the cost in GRAPHQL_LIMITS',
    );
    const { rates } = readConfig({ REQUEST_LIMITS, GRAPHQL_LIMITS: 'cost=19999' });
    expect(rates.costPerMinute).toBe(19_999);
    expect(readConfig({ REQUEST_LIMITS: 'costPerMinute=0' }).rates.costPerMinute).toBe(0);
  });

  it('uses the user of the mail server as the default sender, if it is an address', () => {
    const { mail } = readConfig({ SMTP_URL: 'smtp://me%40example.com:x@mail.example' });
    expect(mail?.from).toBe('me@example.com');
    for (const user of ['me', 'me%40example.com%']) {
      const read = () => readConfig({ SMTP_URL: `smtp://${user}:x@mail.example` });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/MAIL_FROM.*is required/);
    }
  });

  it('never repeats a password in the error for a wrong URL', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://app:s3cr/e@t@db.example/records' });
    expect(read).toThrow('DATABASE_URL=mysql://app:…@db.example/records');
  });

  it('is documented in .env.example and docs/settings.md: `npm run settings` writes them', () => {
    const page = readFileSync(settingsPage, 'utf8');
    expect(readFileSync(exampleFile, 'utf8')).toBe(printEnvironmentExample());
    expect(page).toBe(printSettingsPage(page));
  });
});

describe('how the program is called again', () => {
  it.for([
    ['by its name', {}, 'actiongraph'],
    ['by npx', { npm_lifecycle_event: 'npx', npm_package_name: 'shop' }, 'npx actiongraph'],
    [
      'by a script of another package',
      { npm_lifecycle_event: 'start', npm_package_name: 'shop' },
      'npx actiongraph',
    ],
    [
      'by npm in its own folder',
      { npm_lifecycle_event: 'start', npm_package_name: 'actiongraph' },
      'npm run --silent actiongraph --',
    ],
  ] as const)('is shown as it was called %s', ([, env, command]) => {
    expect(commandName(env)).toBe(command);
  });

  it('takes an OpenID Connect provider, and rejects half of one without showing its secret', () => {
    const whole = {
      OIDC_ISSUER: 'https://login.example.com/',
      OIDC_CLIENT_ID: 'actiongraph',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Example Ltd',
      OIDC_EMAIL_DOMAINS: 'Example.com, example.org',
    };
    expect(readConfig(whole).openId).toEqual({
      issuer: 'https://login.example.com/',
      clientId: 'actiongraph',
      clientSecret: 'secret',
      name: 'Example Ltd',
      emailDomains: ['example.com', 'example.org'],
    });
    const wrong: [env: Record<string, string>, message: string][] = [
      [
        { OIDC_ISSUER: 'http://login.example.com' },
        'OIDC_ISSUER=http://login.example.com: must be',
      ],
      [{ OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER=login.example.com: must be a URL like'],
      [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID=: is required with OIDC_ISSUER'],
      [{ OIDC_ISSUER: '' }, 'OIDC_CLIENT_SECRET=…: has no effect without OIDC_ISSUER'],
      [{ OIDC_EMAIL_DOMAINS: '@example.com' }, 'must be domains like example.com, without @'],
      [{ OIDC_EMAIL_DOMAINS: '*' }, 'must be domains like example.com, without @'],
    ];
    for (const [env, message] of wrong) {
      expect(() => readConfig({ ...whole, ...env })).toThrow(message);
      expect(() => readConfig({ ...whole, ...env })).not.toThrow('=secret');
    }
    expect(
      readConfig({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID: 'x' }).openId,
    ).toEqual(expect.objectContaining({ clientSecret: undefined }));
  });

  it('takes the issuer of outside tokens with its audience alone', () => {
    const whole = { TOKEN_ISSUER: 'https://login.example.com', TOKEN_AUDIENCE: 'actiongraph' };
    expect(readConfig(whole).tokenIssuer).toEqual({
      issuer: 'https://login.example.com',
      audience: 'actiongraph',
      jwksUrl: undefined,
    });
    const jwksUrl = 'https://login.example.com/jwks';
    expect(readConfig({ ...whole, TOKEN_JWKS_URL: jwksUrl }).tokenIssuer).toMatchObject({
      jwksUrl,
    });
    for (const [env, message] of [
      [{ TOKEN_AUDIENCE: '' }, 'TOKEN_AUDIENCE=: is required with TOKEN_ISSUER'],
      [{ TOKEN_ISSUER: '' }, 'TOKEN_AUDIENCE=actiongraph: has no effect without TOKEN_ISSUER'],
      [{ TOKEN_JWKS_URL: 'http://login.example.com/jwks' }, 'must be a URL like https://'],
    ] as const) {
      expect(() => readConfig({ ...whole, ...env })).toThrow(message);
    }
  });

  it('takes the proxies that are believed, or that none is', () => {
    const of = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).trustedProxies;
    expect(of('')).toBeUndefined();
    expect(of('none')).toEqual([]);
    expect(of('10.0.0.5, 10.1.0.0/16 fc00::/7')).toEqual(['10.0.0.5', '10.1.0.0/16', 'fc00::/7']);
    for (const wrong of ['10.0.0', '10.0.0.0/33', '10.0.0.0/x', 'proxy', 'none, 10.0.0.5']) {
      expect(() => of(wrong)).toThrow('must be addresses or networks like 10.0.0.5');
    }
  });
});
