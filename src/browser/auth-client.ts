/** Requests to /auth with the session cookie. */

import type { FormResult } from './forms.ts';
import { RequestError } from './graphql-client.ts';
import { isPageInEnglish, translate, translateError } from './translations.ts';

interface AuthBody {
  code?: string;
  message?: string;
  errors?: FormResult['errors'];
}

/** `refusal` is the error in the page's language. */
interface AuthResult<T> {
  status: number;
  body: T;
  failure?: FormResult;
}

async function requestAuth<T>(path: string, options: RequestInit): Promise<AuthResult<T>> {
  const response = await fetch(`/auth${path}`, options).catch(() => {
    throw new RequestError(translate('unreachable'));
  });
  const body = (await response.json()) as T & AuthBody;
  if (response.ok) return { status: response.status, body };
  const failure = { __typename: '', ...translateErrorBody(response, body) };
  return { status: response.status, body, failure };
}

function translateErrorBody({ headers, status }: Response, { errors, message }: AuthBody) {
  const seconds = headers.get('retry-after');
  const isRateLimited = status === 429 && seconds !== null && !isPageInEnglish();
  const text = isRateLimited
    ? translate('tooManyTries', { seconds })
    : translateError(message ?? translate('noAnswer'));
  const fieldErrors = errors?.map((one) => ({ ...one, message: translateError(one.message) }));
  return { message: text, ...(fieldErrors && { errors: fieldErrors }) };
}

/**
 * Null without a session.
 * @throws RequestError for any other error
 */
export async function getFromAuth<T>(path: string): Promise<T | null> {
  const { failure, body, status } = await requestAuth<T>(path, {});
  if (status === 401) return null;
  if (failure) throw new RequestError(failure.message);
  return body;
}

/** @throws RequestError if the service is unreachable */
export const postToAuth = <T = object>(path: string, body: object = {}): Promise<AuthResult<T>> =>
  requestAuth<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
