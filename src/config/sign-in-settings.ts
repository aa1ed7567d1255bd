import { z } from 'zod';
import { isSecureUrl } from './secure-urls.ts';
import { type SettingValues, setting } from './setting-table.ts';
import { isAddressOrNetwork } from './trusted-proxies.ts';
import { listSetting, textSetting } from './value-parsers.ts';

export interface IssuerSettings {
  issuer: string;
  /** URL of its keys. If undefined, discovery finds it. */
  jwksUrl?: string | undefined;
  /** Only tests set it. */
  timeoutMs?: number;
}

export interface OpenIdSettings extends Omit<IssuerSettings, 'jwksUrl'> {
  clientId: string;
  /** Undefined for a public client, which authenticates with PKCE alone. */
  clientSecret: string | undefined;
  name: string;
  /** Empty for all domains. */
  emailDomains: readonly string[];
}

export interface TokenIssuerSettings extends IssuerSettings {
  audience: string;
}

const issuerUrl = textSetting(
  (value) => isSecureUrl(value) && !/[?#]/.test(value),
  'must be a URL like https://login.example.com',
);

export const signInSettings = {
  AUTH_SECRET: setting(
    '',
    'Secret that signs session cookies and unsubscribe links, 32 characters or more. Default: one that is stored in the database.',
    textSetting((value) => value.length >= 32, 'must have 32 characters or more'),
  ),
  OIDC_ISSUER: setting(
    '',
    'OpenID Connect provider for sign-in, like https://login.example.com. Unset: none. It sends people back to PUBLIC_URL/auth/callback/openid.',
    issuerUrl,
  ),
  OIDC_CLIENT_ID: setting('', 'Client id of this service at the provider.', z.string()),
  OIDC_CLIENT_SECRET: setting(
    '',
    'Client secret. Unset: a public client with PKCE only.',
    z.string(),
  ),
  OIDC_NAME: setting(
    'single sign-on',
    'Label of the button: Sign in with …',
    z.string().max(40, 'must have 40 characters or fewer'),
  ),
  OIDC_EMAIL_DOMAINS: setting(
    '',
    'E-mail domains that may sign in with the provider, separated by commas: example.com, example.org. Unset: all.',
    listSetting()
      .transform((domains) => domains.map((domain) => domain.toLowerCase()))
      .refine(
        (domains) => domains.every((domain) => /^(?:[^\s@.,*]+\.)+[^\s@.,*]+$/.test(domain)),
        'must be domains like example.com, without @ and *',
      ),
  ),
  TOKEN_ISSUER: setting(
    '',
    'External issuer of accepted bearer tokens, like https://login.example.com. Unset: only tokens of this service.',
    issuerUrl,
  ),
  TOKEN_AUDIENCE: setting('', 'Required audience (aud) of its tokens.', z.string()),
  TOKEN_JWKS_URL: setting(
    '',
    'URL of its keys (JWKS). Unset: from OpenID Connect discovery.',
    textSetting(isSecureUrl, 'must be a URL like https://login.example.com/jwks'),
  ),
  TRUSTED_PROXIES: setting(
    '',
    'Trusted proxies for X-Forwarded-For, as addresses or networks separated by commas: 10.0.0.5, 10.1.0.0/16. none: no proxy. Unset: a proxy on the same machine. The last address in the header of a trusted proxy is used.',
    listSetting()
      .refine(
        (entries) => entries.join() === 'none' || entries.every(isAddressOrNetwork),
        'must be addresses or networks like 10.0.0.5, 10.1.0.0/16, or none',
      )
      .transform((entries) => {
        if (entries.length === 0) return undefined;
        return entries.filter((entry) => entry !== 'none');
      }),
  ),
};

type Values = SettingValues<typeof signInSettings>;

/** The first setting requires the second, the others require the first. */
const settingGroups = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TOKEN_ISSUER', 'TOKEN_AUDIENCE', 'TOKEN_JWKS_URL'],
] as const;

export function validateSignInSettings(values: Values): [name: string, message: string][] {
  return settingGroups.flatMap(([first, ...others]): [name: string, message: string][] => {
    const [required] = others;
    if (values[first] !== '') {
      return values[required] === '' ? [[required, `is required with ${first}`]] : [];
    }
    const unusedNames = others.filter((name) => values[name] !== '');
    return unusedNames.map((name) => [name, `has no effect without ${first}, which is not set`]);
  });
}

export function tokenIssuerOf(values: Values): TokenIssuerSettings | undefined {
  if (values.TOKEN_ISSUER === '') return undefined;
  return {
    issuer: values.TOKEN_ISSUER,
    audience: values.TOKEN_AUDIENCE,
    jwksUrl: values.TOKEN_JWKS_URL || undefined,
  };
}

export function openIdOf(values: Values): OpenIdSettings | undefined {
  if (values.OIDC_ISSUER === '') return undefined;
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET || undefined,
    name: values.OIDC_NAME,
    emailDomains: values.OIDC_EMAIL_DOMAINS,
  };
}
