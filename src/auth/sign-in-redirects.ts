import { ActionError } from '../platform/errors/action-error.ts';
import { signInErrorUrl } from './sign-in-errors.ts';

export const signInPagePath = '/sign-in';

/**
 * It redirects people without exactly one workspace to the sign-in page, which lists their
 * workspaces and portals.
 */
export const startPagePath = '/start';

/** Links that are opened in a browser. All but the last show a page whose button sends a POST. */
const links: Readonly<Record<string, string>> = {
  '/auth/invitation': 'invitation',
  '/auth/portal': 'portal',
  '/auth/magic-link/verify': 'link',
  '/auth/callback/openid': 'openid',
};

const linkOf = ({ url }: Request): string | undefined =>
  links[new URL(url).pathname.replace(/\/$/, '')];

/** A browser opens a page, as opposed to a script that requests data. */
function isNavigation({ headers, method }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  if ((method !== 'GET' && method !== 'POST') || (mode !== null && mode !== 'navigate'))
    return false;
  return headers.get('accept')?.includes('text/html') ?? false;
}

function sentTo(location: string, from?: Response): Response {
  const headers = new Headers({ location });
  for (const cookie of from?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

export async function readResponseJson(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return {};
  const text = await answer.clone().text();
  return (text === '' ? null : JSON.parse(text)) ?? {};
}

/**
 * Redirects the sign-in of a browser to the second factor, to `leadsTo`, or to the start page. An
 * invitation or a portal link has no `request`. Error codes of better-auth are replaced by a
 * general one.
 */
export async function redirectAfterSignIn(
  answer: Response,
  publicUrl: string,
  { leadsTo, request }: { leadsTo?: string | undefined; request?: Request } = {},
): Promise<Response> {
  const opensPage = !request || (isNavigation(request) && linkOf(request) !== undefined);
  const page = `${publicUrl}${signInPagePath}`;
  if (opensPage && (await readResponseJson(answer)).twoFactorRedirect === true) {
    const next = request ? new URL(request.url).searchParams.get('callbackURL') : leadsTo;
    const leads = next && next !== signInPagePath && next !== startPagePath;
    const asked = new URLSearchParams({ step: 'second-factor', ...(leads && { next }) });
    return sentTo(`${page}?${asked}`, answer);
  }
  const location = answer.headers.get('location');
  if (location !== null) return withOwnError(answer, location);
  return opensPage ? sentTo(leadsTo ?? `${publicUrl}${startPagePath}`, answer) : answer;
}

function withOwnError(answer: Response, location: string): Response {
  if (!URL.canParse(location)) return answer;
  const url = new URL(location);
  if (!url.searchParams.has('error')) return answer;
  url.searchParams.set('error', 'sign_in_refused');
  url.searchParams.delete('error_description');
  return sentTo(url.href, answer);
}

/**
 * Redirects an error of a link in the browser to the sign-in page. The URL contains only a code,
 * which selects a text.
 * @throws the error in every other case
 */
export function redirectWithError(error: unknown, request: Request, publicUrl: string): Response {
  const link = linkOf(request);
  if (!(error instanceof ActionError) || link === undefined || !isNavigation(request)) throw error;
  if (error.status >= 500) throw error;
  if (link === 'openid') return sentTo(signInErrorUrl(publicUrl, error.code));
  const which = error.code === 'too_many_requests' ? error.code : link;
  return sentTo(`${publicUrl}${signInPagePath}?refused=${which}`);
}
