import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the event. Throws if the signature is invalid, or older than five minutes. The body is a Buffer. */
export function verify(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= 300)) throw new Error('The timestamp is too far from the current time.');

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  const signatures = (headers['webhook-signature'] ?? '')
    .split(' ')
    .map((text) => Buffer.from(text));
  const isValid = signatures.some(
    (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
  );
  if (!isValid) throw new Error('No signature is valid.');
  return JSON.parse(body);
}
