import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { rotateWebhookSecret } from '../../src/domain/webhooks/rotate-secret.ts';
import { useTestApi } from '../support/api.ts';
import { type ReceivedRequest, startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();

/** The example of the specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const now = 1_614_265_330_000;
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const verify = (changed: object = {}, secrets: string | string[] = secret, text = body) =>
  verifyWebhook<{ test: number }>(text, { ...headers, ...changed }, secrets, { now });

test('the example of Standard Webhooks is valid, as text, as bytes and with Headers', async () => {
  expect(await verify()).toEqual({ test: 2_432_232_314 });
  const bytes = new TextEncoder().encode(body);
  const { test: value } = await verifyWebhook<{ test: number }>(
    bytes,
    new Headers(headers),
    secret,
    {
      now,
    },
  );
  expect(value).toBe(2_432_232_314);
});

test('one of several signatures and one of several secrets is enough, and other schemes are ignored', async () => {
  const other = createHmac('sha256', 'other').update('x').digest('base64');
  const signature = `v1a,xyz v1,*** v1,${other} ${headers['webhook-signature']}`;
  expect(await verify({ 'webhook-signature': signature })).toEqual({ test: 2_432_232_314 });
  const old = `whsec_${Buffer.from('an older secret').toString('base64')}`;
  expect(await verify({}, [old, secret])).toEqual({ test: 2_432_232_314 });
});

test.each([
  ['another body', {}, secret, '{"test": 1}'],
  ['another secret', {}, `whsec_${Buffer.from('other').toString('base64')}`, body],
  ['another id', { 'webhook-id': 'msg_other' }, secret, body],
  ['another time', { 'webhook-timestamp': '1614265331' }, secret, body],
  ['no signature of the scheme', { 'webhook-signature': 'v2,abc' }, secret, body],
])('%s is invalid', async (_, changed, secrets, text) => {
  await expect(verify(changed, secrets, text)).rejects.toMatchObject({ code: 'invalid_signature' });
});

test.each([
  ['older than five minutes', String(now / 1_000 - 301)],
  ['of the future', String(now / 1_000 + 301)],
  ['no number', 'yesterday'],
])('a time that is %s is rejected', async (_, timestamp) => {
  await expect(verify({ 'webhook-timestamp': timestamp })).rejects.toMatchObject({
    code: 'invalid_timestamp',
  });
});

test.each(Object.keys(headers))('the header %s is required', async (name) => {
  await expect(verify({ [name]: undefined })).rejects.toMatchObject({ code: 'missing_header' });
});

test('a delivery of the service is valid before, during and after a rotation of the secret, and has a typed record', async () => {
  const receiver = await useReceiver();
  const { record, secret: first } = await createWebhookEndpoint(api.ours.context, {
    ...{ url: receiver.url, types: ['client'] },
  });
  startDelivery(api);
  async function deliver(name: string): Promise<ReceivedRequest> {
    const { length } = receiver.requests;
    await api.ours.post('clients/create', { name });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(length + 1), {
      timeout: 30_000,
    });
    return receiver.requests.at(-1) as ReceivedRequest;
  }
  const { headers, text } = await deliver('Ünïcode');
  const event = await verifyWebhook(text, headers, first);
  if (event.type !== 'client.created') throw new Error(`The type is ${event.type}.`);
  const { data, position, recordId } = event;
  const name: string | undefined = data?.name;
  expect([name, data?.id]).toEqual(['Ünïcode', recordId]);
  expect(position).toMatch(/^\d+-/);

  const { id } = record;
  const { secret: second } = await rotateWebhookSecret(api.ours.context, {
    ...{ id, overlapMinutes: 60 },
  });
  const during = await deliver('During');
  for (const known of [first, second, [first, second]])
    expect(await verifyWebhook(during.text, during.headers, known)).toHaveProperty('position');

  const { secret: third } = await rotateWebhookSecret(api.ours.context, {
    ...{ id, overlapMinutes: 0 },
  });
  const after = await deliver('After');
  const old = verifyWebhook(after.text, after.headers, [first, second]);
  await expect(old).rejects.toMatchObject({ code: 'invalid_signature' });
  expect((await verifyWebhook(after.text, after.headers, third)).type).toBe('client.created');
});
