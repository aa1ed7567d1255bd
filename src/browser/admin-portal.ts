import { runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement, formatLocalDateTime } from './page-elements.ts';
import { runRecordMutation } from './record-actions.ts';

export interface PortalContact {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  portalLinkSentAt: string | null;
  client: { name: string } | null;
}

export function portalItem(
  { id, firstName, lastName, email, client, portalLinkSentAt }: PortalContact,
  done: (what: string) => Promise<void>,
): HTMLLIElement {
  const name = [firstName, lastName].filter(Boolean).join(' ') || (email ?? 'A contact');
  const item = createElement('li');
  const heading = createElement('div');
  heading.append(createElement('b', name));
  item.append(heading);
  if (email !== null && client !== null) {
    const text = portalLinkSentAt === null ? 'Send link' : 'Send new link';
    const sendButton = createButton(text, () =>
      runWithErrorDisplay(async () => {
        await runRecordMutation('sendPortalLink', 'SendPortalLinkInput', { id });
        await done(`A link was sent to ${email}. Without a mail server, it is in the outbox.`);
      }),
    );
    sendButton.setAttribute('aria-label', `${text}: ${name}`);
    const tools = createElement('div', '', 'tools');
    tools.append(sendButton);
    item.append(tools);
  }
  const details = [
    client?.name ?? 'no client, so no access',
    email === null ? 'no e-mail address, so no access' : email !== name && email,
    portalLinkSentAt === null
      ? 'no link sent'
      : `link sent ${formatLocalDateTime(portalLinkSentAt)}`,
  ];
  item.append(createElement('span', details.filter(Boolean).join(' · '), 'more'));
  return item;
}
