import type { EventRecords } from './generated/events.ts';
import type { Event } from './generated/rest.ts';

interface EventBody {
  /** The same for every attempt. */
  id: string;
  types: string[];
  timestamp: string;
  accountId: number;
}

interface RecordEvent<Type extends keyof EventRecords>
  extends EventBody,
    Omit<Event, 'at' | 'kind' | 'place' | 'type' | 'types'> {
  type: Type;
  /** For `events`. Null in a test. */
  position: string | null;
  /** The REST record after the change. */
  data: EventRecords[Type];
  dataOmitted?: 'too_large';
  /** Of an endpoint with a condition: the record entered the list, changed in it, or left it. */
  list?: 'ENTERED' | 'CHANGED' | 'LEFT';
}

interface TestEvent extends EventBody {
  type: 'webhook.test';
  position: null;
  data: null;
}

/** The body of a webhook: a union with one member per event type. */
export type WebhookEvent =
  | { [Type in keyof EventRecords]: RecordEvent<Type> }[keyof EventRecords]
  | TestEvent;

export type WebhookErrorCode = 'missing_header' | 'invalid_timestamp' | 'invalid_signature';

/** A request that does not come from the service, or that someone sends again. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface WebhookOptions {
  /** Maximum age of a request. Default: five minutes. */
  toleranceMs?: number;
  now?: number;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string') return value;
  throw new WebhookError('missing_header', `The header ${name} is missing.`);
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((signature) => {
    const [version, text = ''] = signature.split(',');
    try {
      return version === 'v1' ? [bytesOf(text)] : [];
    } catch {
      return [];
    }
  });
}

function requireCurrent(
  timestamp: string,
  { now = Date.now(), toleranceMs = 300_000 }: WebhookOptions,
) {
  const ageMs = now - Number(timestamp) * 1_000;
  if (Math.abs(ageMs) <= toleranceMs) return;
  throw new WebhookError('invalid_timestamp', 'The request is too old, or its time is invalid.');
}

function concat(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(head), typeof body === 'string' ? encoder.encode(body) : body];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/**
 * Verifies a request of Standard Webhooks and returns its body as an object. The body must be the bytes that were
 * received. Pass all secrets during a rotation.
 * @throws WebhookError missing_header, invalid_timestamp, invalid_signature
 */
export async function verifyWebhook<Payload = WebhookEvent>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Payload> {
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signed = concat(`${headerOf(headers, 'webhook-id')}.${timestamp}.`, body);
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  requireCurrent(timestamp, options);
  for (const secret of [secrets].flat()) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const bytes = bytesOf(secret.replace(/^whsec_/, ''));
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (!(await crypto.subtle.verify('HMAC', key, signature, signed))) continue;
      return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    }
  }
  throw new WebhookError('invalid_signature', 'No signature matches the body and the secrets.');
}
