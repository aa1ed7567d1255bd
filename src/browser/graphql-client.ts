/** Asks the service through GraphQL as whoever is known, for pages that show what it answers. */

import { callerHeaders, refusedKey } from './credentials.ts';
import { element } from './page-elements.ts';

/** The service's answer could not be used; the message is for the person. */
export class Refusal extends Error {}

interface Answered<T> {
  data?: T | null;
  errors?: { message: string }[];
}

async function answerTo<T>(query: string, variables: object): Promise<Answered<T>> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callerHeaders() },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw new Refusal('The service cannot be reached. Is it running?');
  });
  if (answer.status === 401) {
    element<HTMLElement>('#content').hidden = true;
    // Not every page that brings this has the dialog.
    void import('./key-dialog.ts').then(({ askForKey }) => askForKey(refusedKey));
    throw new Refusal(refusedKey);
  }
  return (await answer.json()) as Answered<T>;
}

/** Asks for all of it. @throws Refusal where something cannot be had */
export async function ask<T>(query: string, variables: object = {}): Promise<T> {
  const { data, errors } = await answerTo<T>(query, variables);
  if (errors?.[0] || !data) throw new Refusal(errors?.[0]?.message ?? 'There was no answer.');
  return data;
}

/** Asks for as much of it as can be had; what cannot is null, and said. @throws Refusal where nothing can */
export async function askForParts<T>(
  query: string,
  variables: object = {},
): Promise<{ data: T; faults: string[] }> {
  const { data, errors = [] } = await answerTo<T>(query, variables);
  if (!data) throw new Refusal(errors[0]?.message ?? 'There was no answer.');
  return { data, faults: [...new Set(errors.map(({ message }) => message))] };
}

/** Runs what was asked for, and says in `#problem` what went wrong. */
export async function trying(work: () => Promise<void>): Promise<void> {
  const problem = element<HTMLElement>('#problem');
  problem.textContent = '';
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
}
