/** Asks what is under /auth, as whoever the browser's cookie says. */

import { Refusal } from './asking.ts';
import type { Result } from './forms.ts';

interface Said {
  code?: string;
  message?: string;
  errors?: Result['errors'];
}

/** What was answered, and in words why it was refused. */
interface AuthAnswer<T> {
  status: number;
  said: T;
  refusal?: Result;
}

async function answered<T>(path: string, options: RequestInit): Promise<AuthAnswer<T>> {
  const answer = await fetch(`/auth${path}`, options).catch(() => {
    throw new Refusal('The service cannot be reached. Is it running?');
  });
  const said = (await answer.json()) as T & Said;
  if (answer.ok) return { status: answer.status, said };
  const { errors, message = 'There was no answer.' } = said;
  const refusal = { __typename: '', message, ...(errors && { errors }) };
  return { status: answer.status, said, refusal };
}

/** Asks for something; null where nobody is signed in. @throws Refusal where it is not answered */
export async function askOwn<T>(path: string): Promise<T | null> {
  const { refusal, said, status } = await answered<T>(path, {});
  if (status === 401) return null;
  if (refusal) throw new Refusal(refusal.message);
  return said;
}

/** Sends something. @throws Refusal where the service cannot be reached */
export const sendOwn = <T = object>(path: string, body: object = {}): Promise<AuthAnswer<T>> =>
  answered<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
