import type { Context, MiddlewareHandler } from 'hono';
import { acceptedMessageTexts } from '../locales/message-page-texts.ts';
import { messagePage, messagePageHeaders } from './message-page.ts';

const jsonErrorPath =
  /^\/(?:(?:api\/)?(?:public|zapier)|auth|graphql|health|ready|metrics)(?:\/|$)/;

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json');

/**
 * Replaces a JSON error with a page if a browser opens a path outside the APIs. A 401 redirects to
 * sign-in.
 */
export const errorPages: MiddlewareHandler = async (c, next) => {
  await next();
  const { method, path } = c.req;
  const opensPage = /^(GET|HEAD)$/.test(method) && c.req.header('accept')?.includes('text/html');
  if (!opensPage || jsonErrorPath.test(path) || c.res.status < 400 || !isJson(c.res)) return;
  const { code, message } = (await c.res.json()) as { code?: string; message?: string };
  if (c.res.status === 401) c.res = redirectToSignIn(c);
  else await replaceWithPage(c, code, message ?? '');
};

function redirectToSignIn(c: Context): Response {
  const { pathname, search } = new URL(c.req.url);
  const location = `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

async function replaceWithPage(c: Context, code: string | undefined, message: string) {
  const accepted = acceptedMessageTexts(c.req.header('accept-language'));
  const { texts } = accepted;
  const unknown = { title: texts.pageNotFound, text: texts.pageNotFoundText };
  const { text, title } =
    code === 'route_not_found' ? unknown : { title: texts.pageFailed, text: message };
  const { res } = c;
  const headers = new Headers(res.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.append('vary', 'Accept, Accept-Language');
  const page = String(await messagePage(accepted, { tab: title, title, text }));
  // Hono would merge the headers of the JSON response into the new one.
  c.res = undefined;
  c.res = new Response(page, { status: res.status, headers });
  await messagePageHeaders(c, async () => undefined);
}
