import { addResponseFields, readResponseJson } from './sign-in-redirects.ts';

/** Programs without cookies get the cookie's value as `secondFactor` and return it with the code. */

/** Secure cookies have a prefix. */
const cookieName = 'actiongraph.two_factor';

/** Same-site pages use the cookie. */
export function isSameSiteRequest({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === 'same-origin' || site === 'same-site';
}

export async function addSecondFactorStep(response: Response, request: Request): Promise<Response> {
  if (isSameSiteRequest(request)) return response;
  const body = await readResponseJson(response);
  if (body.twoFactorRedirect !== true) return response;
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const step = cookies.find((cookie) => cookie.includes(`${cookieName}=`));
  return addResponseFields(response, { secondFactor: step?.slice(step.indexOf('=') + 1) });
}

export const secondFactorStepCookie = (secondFactor: string, isSecure: boolean): string =>
  `${isSecure ? '__Secure-' : ''}${cookieName}=${secondFactor.replaceAll(/[^\w.%~+/=-]/g, '')}`;
