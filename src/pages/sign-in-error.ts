import { Hono } from 'hono';
import type { SignInErrorReason } from '../auth/sign-in-errors.ts';
import type { MessagePageTexts } from '../locales/message-page-texts.ts';
import { acceptedMessageTexts } from '../locales/message-page-texts.ts';
import { messagePage, messagePageHeaders } from './message-page.ts';

const serviceErrorTexts: Readonly<Record<SignInErrorReason, keyof MessagePageTexts>> = {
  email_not_verified: 'emailNotVerified',
  email_domain_not_allowed: 'domainNotAllowed',
  not_invited: 'notInvited',
  not_active: 'notActive',
  issuer_unavailable: 'away',
  invalid_answer: 'invalidAnswer',
};

/** Errors of providers (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6) and of better-auth. */
const providerErrorTexts: Readonly<Record<string, keyof MessagePageTexts>> = {
  access_denied: 'accessDenied',
  login_required: 'loginRequired',
  interaction_required: 'interaction',
  consent_required: 'consent',
  account_selection_required: 'selectAccount',
  too_many_requests: 'tooManySignIns',
  server_error: 'away',
  temporarily_unavailable: 'away',
  invalid_request: 'misunderstood',
  unauthorized_client: 'misunderstood',
  invalid_client: 'unknownApp',
  invalid_redirect: 'unknownApp',
  unsupported_response_type: 'misunderstood',
  invalid_scope: 'misunderstood',
  issuer_mismatch: 'misunderstood',
  state_mismatch: 'begunElsewhere',
  state_not_found: 'begunElsewhere',
};

const textKeyByError = new Map(Object.entries({ ...serviceErrorTexts, ...providerErrorTexts }));

/**
 * Explains why sign-in with the OpenID Connect provider failed, in the language of the browser. The
 * URL only selects a text and is never shown, because anyone can write such a link.
 */
export function createSignInErrorPage(): Hono {
  const routes = new Hono();
  routes.get('/sign-in/refused', messagePageHeaders, (c) => {
    c.header('cache-control', 'no-store');
    c.header('vary', 'Accept-Language', { append: true });
    const textKey =
      textKeyByError.get(c.req.query('error') ?? '') ?? serviceErrorTexts.invalid_answer;
    const accepted = acceptedMessageTexts(c.req.header('accept-language'));
    const { [textKey]: text, notSignedIn: title, notSignedInTab: tab } = accepted.texts;
    return c.html(messagePage(accepted, { tab, text, title }), 403);
  });
  return routes;
}
