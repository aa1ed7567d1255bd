import { registerApp } from '../domain/identities/oauth-grants.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { truncateText } from '../platform/errors/action-error.ts';
import { toSingleLine } from '../platform/text/sanitize-text.ts';
import { readAuthBody } from './auth-request.ts';

const maxNameLength = 100;
const maxUris = 10;
const maxUriLength = 500;

/** Every app is a public client. */
const fixedMetadata = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  application_type: 'native',
};

export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Browsers and operating systems handle these without an app of the person. */
const reservedScheme =
  /^(?:about|blob|chrome|content|data|file|filesystem|ftp|intent|jar|javascript|mailto|ms-.*|resource|search-ms|sms|tel|urn|vbscript|view-source|wss?):$/;

/** RFC 8252 §7. `cursor://host/path` is not in it, but in use. */
function isPrivateUse({ hostname, pathname, protocol }: URL): boolean {
  if (reservedScheme.test(protocol) || !pathname.startsWith('/')) return false;
  return hostname === '' ? protocol.includes('.') && !pathname.startsWith('//') : true;
}

function isRedirectUri(uri: unknown): boolean {
  const isPlain = typeof uri === 'string' && uri.length <= maxUriLength && /^[!-~]+$/.test(uri);
  if (!isPlain || uri.includes('#') || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  const { hostname, protocol } = url;
  // Other characters have a meaning in a Content-Security-Policy.
  if (url.username || url.password || !/^(?:[\w.-]*|\[[\da-f:]+\])$/.test(hostname)) return false;
  if (protocol === 'http:') return loopbackHosts.includes(hostname);
  return protocol === 'https:' || isPrivateUse(url);
}

const appNameOf = (name: unknown): string | null =>
  typeof name === 'string'
    ? truncateText(toSingleLine(name.replaceAll('\0', '')), maxNameLength).toWellFormed() || null
    : null;

const redirectRules = `redirect_uris must contain 1 to ${maxUris} addresses of at most ${maxUriLength} ASCII characters, without credentials and fragment: https, http on localhost, 127.0.0.1 or [::1], or a scheme of the app, like com.example.app:/callback or app://host/callback.`;

/** RFC 7591. It ignores all other metadata. The plugin would refuse apps with a scheme like `cursor:`. */
export async function registerOAuthApp(prisma: PrismaClient, request: Request): Promise<Response> {
  const { client_name, redirect_uris: uris } = Object(await readAuthBody(request));
  const isValid = Array.isArray(uris) && uris.length <= maxUris && uris.every(isRedirectUri);
  if (!isValid || uris.length === 0) {
    const error = { error: 'invalid_redirect_uri', error_description: redirectRules };
    return Response.json(error, { status: 400 });
  }
  const { clientId, createdAt, name } = await registerApp(prisma, appNameOf(client_name), uris);
  const client = {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
    ...(name !== null && { client_name: name }),
    redirect_uris: uris,
    ...fixedMetadata,
  };
  return Response.json(client, { status: 201 });
}
