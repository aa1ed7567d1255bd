/** Requests to /auth with the session cookie. */

import type { FormResult } from './forms.ts';
import { RequestError } from './graphql-client.ts';
import { isPageInEnglish, translate, translateError } from './translations.ts';

interface Said {
  code?: string;
  message?: string;
  errors?: FormResult['errors'];
}

/** `refusal` is the error in the page's language. */
interface AuthAnswer<T> {
  status: number;
  said: T;
  refusal?: FormResult;
}

async function answered<T>(path: string, options: RequestInit): Promise<AuthAnswer<T>> {
  const answer = await fetch(`/auth${path}`, options).catch(() => {
    throw new RequestError(translate('unreachable'));
  });
  const said = (await answer.json()) as T & Said;
  if (answer.ok) return { status: answer.status, said };
  const refusal = { __typename: '', ...inWords(answer, said) };
  return { status: answer.status, said, refusal };
}

function inWords({ headers, status }: Response, { errors, message }: Said) {
  const seconds = headers.get('retry-after');
  const isTooOften = status === 429 && seconds !== null && !isPageInEnglish();
  const text = isTooOften
    ? translate('tooManyTries', { seconds })
    : translateError(message ?? translate('noAnswer'));
  const faults = errors?.map((one) => ({ ...one, message: translateError(one.message) }));
  return { message: text, ...(faults && { errors: faults }) };
}

/** Null without a session. @throws RequestError for any other error */
export async function getFromAuth<T>(path: string): Promise<T | null> {
  const { refusal, said, status } = await answered<T>(path, {});
  if (status === 401) return null;
  if (refusal) throw new RequestError(refusal.message);
  return said;
}

/** @throws RequestError if the service is unreachable */
export const postToAuth = <T = object>(path: string, body: object = {}): Promise<AuthAnswer<T>> =>
  answered<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
