import { z } from 'zod';
import { isSecureUrl } from './secure-urls.ts';
import { isAddressOrNetwork } from './trusted-proxies.ts';

export interface IssuerSettings {
  issuer: string;
  /** URL of its keys. If undefined, discovery finds it. */
  jwksUrl?: string | undefined;
  /** Tests set the timeout. */
  timeoutMs?: number;
}

/** The OpenID Connect provider: OIDC_… */
export interface OpenIdSettings extends Omit<IssuerSettings, 'jwksUrl'> {
  clientId: string;
  /** Undefined for a public client, which authenticates with PKCE alone. */
  clientSecret: string | undefined;
  name: string;
  /** Empty for all domains. */
  emailDomains: readonly string[];
}

/** The external issuer of bearer tokens: TOKEN_… */
export interface TokenIssuerSettings extends IssuerSettings {
  audience: string;
}

export const signInSettings = {
  AUTH_SECRET: {
    default: '',
    description:
      'Secret that signs session cookies, 32 characters or more. Default: one that is stored in the database.',
  },
  OIDC_ISSUER: {
    default: '',
    description:
      'OpenID Connect provider for sign-in, like https://login.example.com. Unset: none.',
  },
  OIDC_CLIENT_ID: { default: '', description: 'Client id of this service at the provider.' },
  OIDC_CLIENT_SECRET: {
    default: '',
    description: 'Client secret. Unset: a public client with PKCE only.',
  },
  OIDC_NAME: { default: 'single sign-on', description: 'Label of the button: Sign in with …' },
  OIDC_EMAIL_DOMAINS: {
    default: '',
    description:
      'E-mail domains that may sign in with the provider, separated by commas: example.com, example.org. Unset: all.',
  },
  TOKEN_ISSUER: {
    default: '',
    description:
      'External issuer of accepted bearer tokens, like https://login.example.com. Unset: only tokens of this service.',
  },
  TOKEN_AUDIENCE: {
    default: '',
    description: 'Required audience (aud) of its tokens.',
  },
  TOKEN_JWKS_URL: {
    default: '',
    description: 'URL of its keys (JWKS). Unset: from OpenID Connect discovery.',
  },
  TRUSTED_PROXIES: {
    default: '',
    description:
      'Trusted proxies for X-Forwarded-For, as addresses or networks separated by commas: 10.0.0.5, 10.1.0.0/16. none: no proxy. Unset: a proxy on the same machine.',
  },
} as const;

const issuerUrl = z
  .string()
  .refine(
    (value) => value === '' || (isSecureUrl(value) && !/[?#]/.test(value)),
    'must be a URL like https://login.example.com',
  );

export const signInEnvironmentSchema = {
  AUTH_SECRET: z
    .string()
    .refine((value) => value === '' || value.length >= 32, 'must have 32 characters or more'),
  OIDC_ISSUER: issuerUrl,
  OIDC_CLIENT_ID: z.string(),
  OIDC_CLIENT_SECRET: z.string(),
  OIDC_NAME: z.string().max(40, 'must have 40 characters or fewer'),
  OIDC_EMAIL_DOMAINS: z
    .string()
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((entry) => entry !== ''),
    )
    .refine(
      (domains) => domains.every((domain) => /^(?:[^\s@.,*]+\.)+[^\s@.,*]+$/.test(domain)),
      'must be domains like example.com, without @ and *',
    ),
  TOKEN_ISSUER: issuerUrl,
  TOKEN_AUDIENCE: z.string(),
  TOKEN_JWKS_URL: z
    .string()
    .refine(
      (value) => value === '' || isSecureUrl(value),
      'must be a URL like https://login.example.com/jwks',
    ),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(
      (entries) => entries.join() === 'none' || entries.every(isAddressOrNetwork),
      'must be addresses or networks like 10.0.0.5, 10.1.0.0/16, or none',
    )
    .transform((entries) => {
      if (entries.length === 0) return undefined;
      return entries.filter((entry) => entry !== 'none');
    }),
};

const shape = z.object(signInEnvironmentSchema);
type Values = z.output<typeof shape>;

/** The first setting requires the second, the others require the first. */
const settingGroups = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TOKEN_ISSUER', 'TOKEN_AUDIENCE', 'TOKEN_JWKS_URL'],
] as const;

/** Problems of valid values that do not fit together. */
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
