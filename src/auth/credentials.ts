import { createHmac } from 'node:crypto';
import { constantTimeEqual } from 'better-auth/crypto';

export type Credential = { bearer: string } | { cookie: string };

export function readCookie(headers: Pick<Headers, 'get'>, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** A token takes precedence over a cookie. */
export function readCredential(
  headers: Pick<Headers, 'get'>,
  cookieName: string,
): Credential | undefined {
  const [, token] = /^bearer\s+(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '') ?? [];
  if (token !== undefined) return { bearer: token };
  const cookie = readCookie(headers, cookieName);
  return cookie === undefined ? undefined : { cookie };
}

/** Undefined if the signature is invalid. */
export function sessionTokenFromCookie(cookie: string, secret: string): string | undefined {
  let signed: string;
  try {
    signed = decodeURIComponent(cookie);
  } catch {
    return undefined;
  }
  const dot = signed.lastIndexOf('.');
  const token = signed.slice(0, dot);
  if (dot < 1 || token.length > 200) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest('base64');
  return constantTimeEqual(signed.slice(dot + 1), expected) ? token : undefined;
}
