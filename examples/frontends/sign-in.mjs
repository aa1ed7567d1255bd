import { createInterface } from 'node:readline/promises';
import { ACTIONGRAPH_URL, clients, url } from './service.mjs';

/** Sends something to what is under /auth; what is refused is an error in words. */
async function ask(path, body, session) {
  const response = await fetch(`${ACTIONGRAPH_URL}/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify(body),
  });
  const said = await response.json();
  if (!response.ok) throw new Error(`${said.code}: ${said.message}`);
  return { ...said, session: response.headers.get('set-auth-token') };
}

const person = createInterface({ input: process.stdin, output: process.stderr });
const email = await person.question('E-mail address: ');
const { asked } = await ask('/email-otp/send-verification-otp', { email, type: 'sign-in' });

const otp = await person.question('Code from the mail: ');
let entered = await ask('/sign-in/email-otp', { email, otp, asked });
if (entered.twoFactorRedirect) {
  const { secondFactor } = entered;
  const code = await person.question('Code that your app shows: ');
  entered = await ask('/two-factor/verify-totp', { code, secondFactor });
}
person.close();

// A token counts for five minutes; then the session is asked for another one.
const { token } = await ask('/token', undefined, entered.session);
const response = await fetch(url, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ query: clients, variables: { first: 2 } }),
});
const { data } = await response.json();
console.log(JSON.stringify(data.clients.nodes));
await ask('/sign-out', {}, entered.session);
