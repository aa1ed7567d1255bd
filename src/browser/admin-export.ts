import { mutationResultSelection } from './forms.ts';
import { RequestError, requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement, formatLocalDateTime } from './page-elements.ts';

interface ExportResult {
  message?: string;
  url?: string;
  expiresAt?: string;
}

const mutation = `mutation { exportWorkspace { ${mutationResultSelection} ... on ExportWorkspaceSuccess { url expiresAt } } }`;

/** A button that becomes the download link until the link is used. */
export function exportSection(): HTMLElement {
  const container = createElement('div');
  const button = createButton('Create download link', () =>
    runWithErrorDisplay(async () => {
      const { exportWorkspace } = await requestGraphql<{ exportWorkspace: ExportResult }>(mutation);
      const { expiresAt, message, url } = exportWorkspace;
      if (!url || !expiresAt) throw new RequestError(message ?? 'The service did not respond.');
      const box = linkBox(url, expiresAt, () => {
        container.replaceChildren(button);
        button.focus();
      });
      container.replaceChildren(box);
      box.querySelector('a')?.focus();
    }),
  );
  container.append(button);
  return container;
}

function linkBox(url: string, expiresAt: string, onUsed: () => void): HTMLElement {
  const box = createElement('div', '', 'secret');
  const link = createElement('a', 'Download workspace');
  // The page's own origin can differ from the public URL.
  link.href = new URL(url).pathname;
  // The link works once.
  link.onclick = () => void setTimeout(onUsed);
  const note = `The link works once and expires ${formatLocalDateTime(expiresAt)}.`;
  box.append(link, createElement('p', note, 'soft'));
  return box;
}
