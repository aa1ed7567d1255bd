import { z } from 'zod';
import type { TokenIssuerSettings } from '../auth/external-tokens.ts';
import type { OpenIdSettings } from '../auth/openid.ts';
import { isSecureUrl } from './secure-urls.ts';
import { isAddressOrNetwork } from './trusted-proxies.ts';

/** What the environment says of how people sign in, with what it means. */
export const signInSettings = {
  AUTH_SECRET: {
    default: '',
    meaning:
      'Secret that signs the cookies of who signed in, of 32 characters or more; unset: one that the database keeps.',
  },
  OIDC_ISSUER: {
    default: '',
    meaning:
      'OpenID Connect provider at which people may sign in, like https://login.example.com; unset: none.',
  },
  OIDC_CLIENT_ID: { default: '', meaning: 'What the provider knows this service by.' },
  OIDC_CLIENT_SECRET: {
    default: '',
    meaning:
      'The secret that goes with it; unset: a public client, which proves itself by PKCE alone.',
  },
  OIDC_NAME: { default: 'single sign-on', meaning: 'What the button says: Sign in with …' },
  OIDC_EMAIL_DOMAINS: {
    default: '',
    meaning:
      'Domains whose addresses are let in from the provider, with commas between: example.com, example.org; unset: all.',
  },
  TOKEN_ISSUER: {
    default: '',
    meaning:
      'Issuer elsewhere whose tokens are taken as bearer tokens, like https://login.example.com; unset: only those of this service.',
  },
  TOKEN_AUDIENCE: {
    default: '',
    meaning: 'What its tokens for this service are for (aud); no others are taken.',
  },
  TOKEN_JWKS_URL: {
    default: '',
    meaning: 'Where its keys are; unset: where its OpenID Connect discovery says.',
  },
  TRUSTED_PROXIES: {
    default: '',
    meaning:
      'Proxies whose X-Forwarded-For is believed, as addresses or networks with commas between: 10.0.0.5, 10.1.0.0/16; none for nobody; unset: one on the same machine.',
  },
} as const;

const privateUrl = (wish: string) =>
  z.string().refine((value) => value === '' || (isSecureUrl(value) && !/[?#]/.test(value)), wish);

export const signInEnvironmentSchema = {
  AUTH_SECRET: z
    .string()
    .refine((value) => value === '' || value.length >= 32, 'must have 32 characters or more'),
  OIDC_ISSUER: privateUrl('must be a URL like https://login.example.com'),
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
  TOKEN_ISSUER: privateUrl('must be a URL like https://login.example.com'),
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

/** What goes together: nothing counts without the first, which needs the second. */
const groups = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TOKEN_ISSUER', 'TOKEN_AUDIENCE', 'TOKEN_JWKS_URL'],
] as const;

/** What is wrong with settings that belong together, by name; each of them can be right by itself. */
export function validateSignInSettings(values: Values): [name: string, message: string][] {
  return groups.flatMap(([first, ...others]): [name: string, message: string][] => {
    const [needed] = others;
    if (values[first] !== '') {
      return values[needed] === '' ? [[needed, `is required with ${first}`]] : [];
    }
    const alone = others.filter((name) => values[name] !== '');
    return alone.map((name) => [name, `means nothing without ${first}, which is not set`]);
  });
}

/** Whose tokens are taken besides our own; undefined: nobody's. */
export function tokenIssuerOf(values: Values): TokenIssuerSettings | undefined {
  if (values.TOKEN_ISSUER === '') return undefined;
  return {
    issuer: values.TOKEN_ISSUER,
    audience: values.TOKEN_AUDIENCE,
    jwksUrl: values.TOKEN_JWKS_URL || undefined,
  };
}

/** The OpenID Connect provider; undefined where none is named. */
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
