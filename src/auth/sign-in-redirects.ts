import { ActionError } from '../platform/errors/action-error.ts';
import { signInErrorUrl } from './sign-in-errors.ts';

export const signInPagePath = '/sign-in';

/** Continues to the sign-in page unless the person has one workspace. */
export const startPagePath = '/start';

/** Links that are opened in a browser. */
const links: Readonly<Record<string, string>> = {
  '/auth/invitation': 'invitation',
  '/auth/portal': 'portal',
  '/auth/magic-link/verify': 'link',
  '/auth/callback/openid': 'openid',
};

const linkKindOf = ({ url }: Request): string | undefined =>
  links[new URL(url).pathname.replace(/\/$/, '')];

/** As opposed to a script's request. */
function isNavigation({ headers, method }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  if ((method !== 'GET' && method !== 'POST') || (mode !== null && mode !== 'navigate'))
    return false;
  return headers.get('accept')?.includes('text/html') ?? false;
}

function redirectTo(location: string, previous?: Response): Response {
  const headers = new Headers({ location });
  for (const cookie of previous?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

export async function readResponseJson(response: Response): Promise<Record<string, unknown>> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return {};
  const text = await response.clone().text();
  return (text === '' ? null : JSON.parse(text)) ?? {};
}

export async function addResponseFields(response: Response, fields: object): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const body = { ...(await readResponseJson(response)), ...fields };
  return Response.json(body, { status: response.status, headers });
}

/** Redirects to the second factor, `leadsTo`, or the start page. Invitations and portal links have no `request`. */
export async function redirectAfterSignIn(
  response: Response,
  publicUrl: string,
  { leadsTo, request }: { leadsTo?: string | undefined; request?: Request } = {},
): Promise<Response> {
  const opensPage = !request || (isNavigation(request) && linkKindOf(request) !== undefined);
  const page = `${publicUrl}${signInPagePath}`;
  if (opensPage && (await readResponseJson(response)).twoFactorRedirect === true) {
    const next = request ? new URL(request.url).searchParams.get('callbackURL') : leadsTo;
    const hasTarget = next && next !== signInPagePath && next !== startPagePath;
    const parameters = new URLSearchParams({ step: 'second-factor', ...(hasTarget && { next }) });
    return redirectTo(`${page}?${parameters}`, response);
  }
  const location = response.headers.get('location');
  if (location !== null) return withOwnError(response, location);
  return opensPage ? redirectTo(leadsTo ?? `${publicUrl}${startPagePath}`, response) : response;
}

function withOwnError(response: Response, location: string): Response {
  if (!URL.canParse(location)) return response;
  const url = new URL(location);
  if (!url.searchParams.has('error')) return response;
  url.searchParams.set('error', 'sign_in_refused');
  url.searchParams.delete('error_description');
  return redirectTo(url.href, response);
}

/**
 * Redirects to the sign-in page with a code that selects a text.
 * @throws any other error
 */
export function redirectWithError(error: unknown, request: Request, publicUrl: string): Response {
  const link = linkKindOf(request);
  if (!(error instanceof ActionError) || link === undefined || !isNavigation(request)) throw error;
  if (error.status >= 500) throw error;
  if (link === 'openid') return redirectTo(signInErrorUrl(publicUrl, error.code));
  const reason = error.code === 'too_many_requests' ? error.code : link;
  return redirectTo(`${publicUrl}${signInPagePath}?refused=${reason}`);
}
