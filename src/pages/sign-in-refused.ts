import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Refusal } from '../auth/refusals.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import { onlyStyle, pageHeaders } from './page-headers.ts';

/** No script at all, and no style but the page's own. */
const letIn = { styleSrc: [onlyStyle(contentStyle)], imgSrc: ["'self'"] };

const begunElsewhere =
  'The sign-in was begun in another browser, took longer than ten minutes, or was finished already. Begin again.';
const misunderstood =
  'Your sign-in provider and this service do not understand each other. Tell whoever runs the service.';
const away = 'Your sign-in provider cannot be reached, or is out of order. Try again in a moment.';

const ofOurs: Readonly<Record<Refusal, string>> = {
  email_not_verified:
    'Your sign-in provider does not say that your e-mail address is verified, and nobody is let in by an address that may be somebody else’s. Have it verified there, or sign in by a mailed code.',
  email_domain_not_allowed:
    'Addresses of your domain are not let in this way. Sign in by a mailed code, or ask whoever runs the service.',
  not_invited:
    'Nobody is known here by the e-mail address that your sign-in provider names. Ask for an invitation to that address, and follow its link once; after that you can sign in with the provider.',
  not_active: 'You are no active user of any workspace. Ask one of the owners for an invitation.',
  issuer_unavailable: away,
  invalid_answer:
    'What your sign-in provider answered could not be verified. Begin again; if that does not help, tell whoever runs the service.',
};

/** What providers say (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6), and the library. */
const ofOthers: Readonly<Record<string, string>> = {
  access_denied: 'Your sign-in provider did not let you in, or you left before it could.',
  login_required: 'Your sign-in provider wants you to sign in there first.',
  interaction_required: 'Your sign-in provider wants to ask you something first. Begin again.',
  consent_required: 'Your sign-in provider wants your consent first. Begin again.',
  account_selection_required: 'Your sign-in provider wants you to choose an account. Begin again.',
  too_many_requests: 'Too many sign-ins came from where you are. Wait a minute, then begin again.',
  server_error: away,
  temporarily_unavailable: away,
  invalid_request: misunderstood,
  unauthorized_client: misunderstood,
  unsupported_response_type: misunderstood,
  invalid_scope: misunderstood,
  issuer_mismatch: misunderstood,
  state_mismatch: begunElsewhere,
  state_not_found: begunElsewhere,
};

const words = new Map(Object.entries({ ...ofOurs, ...ofOthers }));

/**
 * Says why somebody who came back from the OpenID Connect provider was not signed in. What stands in the address chooses
 * among words of ours and is never shown: anybody can make a link to this page.
 */
export function createRefusedPage(): Hono {
  const refused = new Hono();
  refused.get('/sign-in/refused', pageHeaders(letIn), (c) => {
    c.header('cache-control', 'no-store');
    const why = words.get(c.req.query('error') ?? '') ?? ofOurs.invalid_answer;
    return c.html(page(why), 403);
  });
  return refused;
}

function page(why: string) {
  return html`${htmlHead({ title: 'Not signed in – Actiongraph', style: contentStyle, isUnlisted: true })}
<body>
<main>
<h1>You are not signed in</h1>
<p role="alert">${why}</p>
<p><a href="/sign-in">Sign in</a> or go <a href="/">home</a>.</p>
</main>
</body>
</html>`;
}
