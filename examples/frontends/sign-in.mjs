import { createInterface } from 'node:readline/promises';
import { Actiongraph } from '@actiongraph/client';
import { ACTIONGRAPH_URL, clients } from './service.mjs';

/** Calls an address below /auth. Throws the error of a rejected request. */
async function call(path, body, session) {
  const response = await fetch(`${ACTIONGRAPH_URL}/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(`${result.code}: ${result.message}`);
  return { ...result, session: response.headers.get('set-auth-token') };
}

const person = createInterface({ input: process.stdin, output: process.stderr });
const email = await person.question('E-mail address: ');
const { asked } = await call('/email-otp/send-verification-otp', { email, type: 'sign-in' });

const otp = await person.question('Code from the e-mail: ');
let signIn = await call('/sign-in/email-otp', { email, otp, asked });
if (signIn.twoFactorRedirect) {
  const { secondFactor } = signIn;
  const code = await person.question('Code of the authenticator app: ');
  signIn = await call('/two-factor/verify-totp', { code, secondFactor });
}
person.close();

// A token is valid for five minutes. The session returns another one.
const { token } = await call('/token', undefined, signIn.session);
const api = new Actiongraph({
  url: ACTIONGRAPH_URL,
  headers: { authorization: `Bearer ${token}` },
});
const data = await api.graphql(clients, { first: 2 });
console.log(JSON.stringify(data.clients.nodes));
await call('/sign-out', {}, signIn.session);
