import { callerHeaders, invalidKeyMessage } from './credentials.ts';
import { requireElement } from './page-elements.ts';

/** The message is for users. */
export class RequestError extends Error {
  readonly code: string | undefined;

  constructor(message?: string, code?: string) {
    super(message);
    this.code = code;
  }
}

interface GraphqlResponse<T> {
  data?: T | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

async function postGraphql<T>(query: string, variables: object): Promise<GraphqlResponse<T>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callerHeaders() },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw new RequestError('The service is unreachable. Is it running?');
  });
  if (response.status === 401) {
    requireElement<HTMLElement>('#content').hidden = true;
    // Not every page has the dialog.
    void import('./key-dialog.ts').then(({ askForKey }) => askForKey(invalidKeyMessage));
    throw new RequestError(invalidKeyMessage);
  }
  return (await response.json()) as GraphqlResponse<T>;
}

/** @throws RequestError for any error */
export async function requestGraphql<T>(query: string, variables: object = {}): Promise<T> {
  const { data, errors } = await postGraphql<T>(query, variables);
  const [error] = errors ?? [];
  if (error || !data)
    throw new RequestError(
      error?.message ?? 'The service did not respond.',
      error?.extensions?.code,
    );
  return data;
}

/**
 * Accepts a partial result.
 * @throws RequestError without data
 */
export async function requestGraphqlPartial<T>(
  query: string,
  variables: object = {},
): Promise<{ data: T; errorMessages: string[] }> {
  const { data, errors = [] } = await postGraphql<T>(query, variables);
  if (!data) throw new RequestError(errors[0]?.message ?? 'The service did not respond.');
  return { data, errorMessages: [...new Set(errors.map(({ message }) => message))] };
}

export function clearMessages(): void {
  for (const message of document.querySelectorAll('#problem, #done')) message.textContent = '';
}

/** Runs an action and shows its error in `#problem`. */
export async function runWithErrorDisplay(work: () => Promise<void>): Promise<void> {
  clearMessages();
  try {
    await work();
  } catch (error) {
    requireElement('#problem').textContent = error instanceof Error ? error.message : String(error);
  }
}
