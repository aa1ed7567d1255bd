import { callerHeaders, isSignedIn } from './credentials.ts';
import { createField, createFormElement, readFormValues } from './forms.ts';
import { RequestError, requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement, requireElement } from './page-elements.ts';

const { csvFiles } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as {
  csvFiles: string[];
};

const numbersExport = { path: '/books/numbers.csv', label: 'document numbers of this year' };

export function accountingSection(): HTMLElement {
  const form = createElement('form');
  const label = createElement('label', 'Records');
  const select = createElement('select');
  for (const name of csvFiles) {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    select.append(new Option(words, `/books/csv/${name}.csv`));
  }
  select.append(new Option(numbersExport.label, numbersExport.path));
  label.append(select);
  const buttons = createElement('div', '', 'buttons');
  buttons.append(
    createButton('Download as CSV', () => runWithErrorDisplay(() => download(select.value))),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    void runWithErrorDisplay(() => download(select.value));
  };
  form.append(label, buttons);
  // A link sends the session cookie, but no API key.
  if (isSignedIn()) {
    const link = createElement('a', 'Document numbers of this year, for printing');
    link.href = '/books/numbers';
    buttons.append(link);
  }
  return form;
}

export function statementForm(): HTMLElement {
  return createFormElement({
    fields: [
      createField({ name: 'client', label: 'Client', required: true }),
      createField({ name: 'from', label: 'From (default: a year back)', type: 'date' }),
      createField({ name: 'to', label: 'To (default: today)', type: 'date' }),
    ],
    submit: 'Download account statement',
    send: async (form) => {
      const { client, ...days } = readFormValues(form);
      const { clients } = await requestGraphql<{ clients: { nodes: { id: string }[] } }>(
        'query ($name: String) { clients(first: 1, where: { name: { equals: $name } }) { nodes { id } } }',
        { name: client },
      );
      const [found] = clients.nodes;
      if (client === null || !found) {
        const message = 'There is no client with this name.';
        return { __typename: '', errors: [{ path: 'client', message }] };
      }
      const filledDays = Object.entries(days).filter(([, day]) => day !== null) as [
        string,
        string,
      ][];
      await download(
        `/books/statement.pdf?${new URLSearchParams([['clientId', found.id], ...filledDays])}`,
      );
      return undefined;
    },
  });
}

/**
 * URL of the last downloaded file. It stays valid until the next download, because a browser does
 * not report when it has read the file.
 */
let downloadUrl: string | undefined;

/** @throws RequestError with the service's message */
async function download(path: string): Promise<void> {
  const response = await fetch(path, { headers: callerHeaders() }).catch(() => {
    throw new RequestError('The service is unreachable. Is it running?');
  });
  if (!response.ok) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new RequestError(message ?? 'The service did not respond.');
  }
  const fileNameMatch = /filename="([^"]+)"/.exec(
    response.headers.get('content-disposition') ?? '',
  );
  const link = createElement('a');
  const file = await response.blob();
  if (downloadUrl !== undefined) URL.revokeObjectURL(downloadUrl);
  downloadUrl = URL.createObjectURL(file);
  link.href = downloadUrl;
  link.download = fileNameMatch?.[1] ?? 'records';
  link.click();
}
