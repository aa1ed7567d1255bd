/** The books as files, as far as whoever is known may read them. */

import { ask, Refusal, trying } from './graphql-client.ts';
import { callerHeaders, isSignedIn } from './credentials.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { button, element, make } from './page-elements.ts';

const { csvFiles } = JSON.parse(element('#page-data').textContent ?? '{}') as {
  csvFiles: string[];
};

/** Beside the files of records: the numbers of the present year. */
const numbers = { path: '/books/numbers.csv', words: 'document numbers of this year' };

/** A choice of files, and a button that downloads the one that is chosen. */
export function booksPart(): HTMLElement {
  const form = make('form');
  const label = make('label', 'Records');
  const select = make('select');
  for (const name of csvFiles) {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    select.append(new Option(words, `/books/csv/${name}.csv`));
  }
  select.append(new Option(numbers.words, numbers.path));
  label.append(select);
  const buttons = make('div', '', 'buttons');
  buttons.append(button('Download as CSV', () => trying(() => download(select.value))));
  form.onsubmit = (event) => {
    event.preventDefault();
    void trying(() => download(select.value));
  };
  form.append(label, buttons);
  // A page is opened by who signed in alone: a browser sends no key with a link.
  if (isSignedIn()) {
    const link = make('a', 'The document numbers of this year, to print');
    link.href = '/books/numbers';
    buttons.append(link);
  }
  return form;
}

/** Asks whose statement of account is wanted, and downloads it. */
export function statementForm(): HTMLElement {
  return formOf({
    fields: [
      fieldOf({ name: 'client', label: 'Client, by name', required: true }),
      fieldOf({ name: 'from', label: 'First day (2027-01-01), else a year back' }),
      fieldOf({ name: 'to', label: 'Last day, else today' }),
    ],
    submit: 'Download the statement of account',
    send: async (form) => {
      const { client, ...days } = valuesOf(form);
      const { clients } = await ask<{ clients: { nodes: { id: string }[] } }>(
        'query ($name: String) { clients(first: 1, where: { name: { equals: $name } }) { nodes { id } } }',
        { name: client },
      );
      const [found] = clients.nodes;
      if (client === null || !found) {
        const message = 'There is no client of that name.';
        return { __typename: '', errors: [{ path: 'client', message }] };
      }
      const given = Object.entries(days).filter(([, day]) => day !== null) as [string, string][];
      await download(
        `/books/statement.pdf?${new URLSearchParams([['clientId', found.id], ...given])}`,
      );
      return undefined;
    },
  });
}

/** Where the file that was downloaded last is kept: until the next one, since a browser does not say when it has taken it. */
let kept: string | undefined;

/** @throws Refusal as the service says why */
async function download(path: string): Promise<void> {
  const answer = await fetch(path, { headers: callerHeaders() }).catch(() => {
    throw new Refusal('The service cannot be reached. Is it running?');
  });
  if (!answer.ok) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
    throw new Refusal(message ?? 'There was no answer.');
  }
  const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '');
  const link = make('a');
  const file = await answer.blob();
  if (kept !== undefined) URL.revokeObjectURL(kept);
  kept = URL.createObjectURL(file);
  link.href = kept;
  link.download = named?.[1] ?? 'records';
  link.click();
}
