import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Database } from '../database/client/client.ts';
import {
  findSubscription,
  resubscribe,
  unsubscribe,
} from '../domain/mail-suppressions/subscriptions.ts';
import { readUnsubscribeToken } from '../domain/mail-suppressions/unsubscribe-token.ts';
import type { ResolveClientAddress } from '../http/client-address.ts';
import { createFailureThrottle } from '../limits/failure-throttling.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import { acceptedMessageTexts } from '../locales/message-page-texts.ts';
import type { Signer } from '../platform/encryption/signer.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

export interface UnsubscribePageDependencies {
  database: Pick<Database, 'prisma'>;
  signer: Signer;
  addressOf: ResolveClientAddress;
  counters: SharedCounters;
  /** Pseudonym of the network of an address. */
  networkName: (address: string) => Promise<string>;
}

/** Per network. A valid link always works. */
const wrongLinksPerMinute = 20;

const policy = {
  styleSrc: [styleHashSource(contentStyle)],
  imgSrc: ["'self'"],
  formAction: ["'self'"],
};

const maxBodyBytes = 10_000;

/**
 * The page of the List-Unsubscribe header. GET changes nothing, because mail scanners open links. POST needs only the
 * token: mail programs send it without cookies (RFC 8058).
 */
export function createUnsubscribePage(dependencies: UnsubscribePageDependencies): Hono {
  const routes = new Hono();
  const rejectLink = createLinkRejection(dependencies);
  routes.use(pageSecurityHeaders(policy), (c, next) => {
    c.header('cache-control', 'no-store');
    c.header('vary', 'Accept-Language', { append: true });
    return next();
  });
  routes.get('/', (c) => respond(c, dependencies, {}, rejectLink));
  const onError = (c: Context) => invalidPage(c, 413);
  routes.post('/', bodyLimit({ maxSize: maxBodyBytes, onError }), async (c) =>
    respond(c, dependencies, await c.req.parseBody().catch(() => ({})), rejectLink),
  );
  return routes;
}

type RejectLink = (c: Context) => Promise<Response>;

function createLinkRejection({
  addressOf,
  counters,
  networkName,
}: UnsubscribePageDependencies): RejectLink {
  const wrongLinks = createFailureThrottle(
    counters,
    'wrong unsubscribe links',
    wrongLinksPerMinute,
  );
  return async (c) => {
    const network = await networkName(addressOf(c.req.raw, c.env));
    const waitSeconds = wrongLinks.secondsToWait(network);
    if (waitSeconds === 0) {
      wrongLinks.recordFailure(network);
      return invalidPage(c, 400);
    }
    const { tooManyLinks: text, wait: title } = acceptedTexts(c).texts;
    c.header('retry-after', String(waitSeconds));
    return page(c, 429, { title, text });
  };
}

async function respond(
  c: Context,
  { database: { prisma }, signer }: UnsubscribePageDependencies,
  form: Readonly<Record<string, unknown>>,
  rejectLink: RejectLink,
): Promise<Response> {
  const token = form.token ?? c.req.query('token');
  const subscriber = await readUnsubscribeToken(signer, String(token));
  const subscription = subscriber && (await findSubscription(prisma, subscriber));
  if (!subscription) return rejectLink(c);
  let { isUnsubscribed } = subscription;
  if (c.req.method === 'POST') {
    isUnsubscribed = form.action !== 'resubscribe';
    await (isUnsubscribed ? unsubscribe : resubscribe)(prisma, subscriber);
  }
  const names = { workspace: subscription.workspaceName, address: subscriber.email };
  const { texts } = acceptedTexts(c);
  const title = isUnsubscribed ? texts.unsubscribedTitle : texts.subscribedTitle;
  const text = isUnsubscribed ? texts.unsubscribedText : texts.subscribedText;
  return page(c, 200, {
    title: fillPlaceholders(title, names),
    text: fillPlaceholders(text, names),
    button: isUnsubscribed
      ? html`<button name="action" value="resubscribe">${texts.resubscribe}</button>`
      : html`<button class="main" name="action" value="unsubscribe">${texts.unsubscribe}</button>`,
  });
}

const acceptedTexts = (c: Context) => acceptedMessageTexts(c.req.header('accept-language'));

function invalidPage(c: Context, status: 400 | 413) {
  const { invalidUnsubscribeLink: title, invalidUnsubscribeLinkText: text } =
    acceptedTexts(c).texts;
  return page(c, status, { title, text });
}

interface PageContent {
  title: string;
  text: string;
  button?: ReturnType<typeof html>;
}

/** The form sends the token in the URL of the page. */
function page(c: Context, status: 200 | 400 | 413 | 429, { button, text, title }: PageContent) {
  const head = { language: acceptedTexts(c).language, title, style: contentStyle };
  return c.html(
    html`${htmlHead({ ...head, isUnlisted: true })}
<body>
<main>
<h1>${title}</h1>
<p role="status">${text}</p>
${button && html`<form method="post">${button}</form>`}
</main>
</body>
</html>`,
    status,
  );
}
