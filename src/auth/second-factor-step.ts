import { readResponseJson } from './sign-in-redirects.ts';

/**
 * The step of a second factor, for pages that have no cookie: those of another site, and programs. What the cookie would say is
 * answered as `secondFactor`, like a session as a header, and sent back with the code. Pages of the same site never see it.
 */

/** What the library calls the cookie; Secure ones have a prefix. */
const cookieName = 'actiongraph.two_factor';

/** Whether a page of the service's own site asks, which has the cookie. */
export function isSameSiteRequest({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === 'same-origin' || site === 'same-site';
}

/** An answer with the step that comes next, where there is one and who asks has no cookies. */
export async function addSecondFactorStep(answer: Response, request: Request): Promise<Response> {
  if (isSameSiteRequest(request)) return answer;
  const said = await readResponseJson(answer);
  if (said.twoFactorRedirect !== true) return answer;
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const step = cookies.find((cookie) => cookie.includes(`${cookieName}=`));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const secondFactor = step?.slice(step.indexOf('=') + 1);
  return Response.json({ ...said, secondFactor }, { status: answer.status, headers });
}

/** The cookie of a step that was told, as it is handed on. */
export const secondFactorStepCookie = (secondFactor: string, isSecure: boolean): string =>
  `${isSecure ? '__Secure-' : ''}${cookieName}=${secondFactor.replaceAll(/[^\w.%~+/=-]/g, '')}`;
