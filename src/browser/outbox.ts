import { hasCredentials, onCallerChanged, restoreCaller } from './credentials.ts';
import { RequestError, requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import { askForKey, startPageHead } from './key-dialog.ts';
import { createElement, formatLocalDateTime, requireElement } from './page-elements.ts';
import { showSignInMails } from './sign-in-mails.ts';

interface Mail {
  id: string;
  status: string;
  recipients: string[];
  subject: string;
  body: string;
  html: string | null;
  attempts: number;
  lastError: string | null;
  nextAttemptAt: string | null;
  sentAt: string | null;
  createdAt: string;
}

interface Page {
  edges: { node: Mail }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const states: Record<string, string> = {
  KEPT: 'Kept, not sent',
  QUEUED: 'Queued',
  SENDING: 'Sending',
  SENT: 'Sent',
  FAILED: 'Failed',
  UNCONFIRMED: 'Delivery unknown',
  HELD: 'Held, not sent',
};

const resendable = ['KEPT', 'FAILED', 'UNCONFIRMED', 'HELD'];

/** This service did not hand them to a mail server. */
const unsentStatuses = ['KEPT', 'HELD'];

/** Sending them requires confirmation. */
const maybeDelivered = ['UNCONFIRMED', 'HELD'];

const mailsQuery = `query Mails($after: String, $where: OutboxMailWhere) {
  outboxMails(first: 25, after: $after, where: $where) {
    edges { node { id status recipients subject body html attempts lastError nextAttemptAt sentAt createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const resendMutation = `mutation Resend($id: ID!) {
  resendMail(input: { id: $id }) { __typename ... on ExpectedError { message } }
}`;

const section = requireElement<HTMLElement>('#content');
const list = requireElement<HTMLUListElement>('#list');
const none = requireElement<HTMLElement>('#none');
const more = requireElement<HTMLButtonElement>('#more');
const state = requireElement<HTMLSelectElement>('#state');

async function show(after: string | null): Promise<void> {
  const where = state.value === '' ? null : { status: { equals: state.value } };
  const { outboxMails } = await requestGraphql<{ outboxMails: Page }>(mailsQuery, { after, where });
  const { edges, pageInfo } = outboxMails;
  if (after === null) list.replaceChildren();
  list.append(...edges.map(({ node }) => itemOf(node)));
  none.hidden = list.children.length > 0;
  more.hidden = !pageInfo.hasNextPage;
  more.onclick = () => void runWithErrorDisplay(() => show(pageInfo.endCursor));
  section.hidden = false;
  if (after === null) await showSignInMails();
}

function itemOf(mail: Mail): HTMLLIElement {
  const summary = document.createElement('summary');
  const mark = createElement('span', states[mail.status] ?? mail.status, 'state');
  mark.dataset.state = mail.status;
  summary.append(createElement('b', mail.subject), mark);
  summary.append(createElement('span', `To ${mail.recipients.join(', ')}`, 'to'));
  summary.append(createElement('time', timesOf(mail)));
  if (mail.lastError) summary.append(createElement('span', mail.lastError, 'error'));
  const details = document.createElement('details');
  details.append(summary);
  details.addEventListener('toggle', () => details.append(contentOf(mail)), { once: true });
  const item = document.createElement('li');
  item.append(details);
  return item;
}

function timesOf({ attempts, createdAt, nextAttemptAt, sentAt }: Mail): string {
  return [
    `Written ${formatLocalDateTime(createdAt)}`,
    sentAt && `sent ${formatLocalDateTime(sentAt)}`,
    nextAttemptAt && attempts > 0 && `next attempt ${formatLocalDateTime(nextAttemptAt)}`,
    attempts > 1 && `${attempts} attempts`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function contentOf(mail: Mail): HTMLElement {
  const content = createElement('div', '', 'mail');
  const tools = createElement('div', '', 'row');
  const formatButton = createElement('button', 'As plain text');
  formatButton.type = 'button';
  const text = createElement('pre', mail.body);
  content.append(tools);
  if (mail.html === null) content.append(text);
  else {
    const frame = document.createElement('iframe');
    // Without permissions: no scripts, forms or origin.
    frame.setAttribute('sandbox', '');
    frame.title = `Mail: ${mail.subject}`;
    frame.srcdoc = mail.html;
    text.hidden = true;
    formatButton.onclick = () => {
      text.hidden = !text.hidden;
      frame.hidden = !text.hidden;
      formatButton.textContent = text.hidden ? 'As plain text' : 'As designed';
    };
    tools.append(formatButton);
    content.append(frame, text);
  }
  if (resendable.includes(mail.status)) tools.append(resendButton(mail));
  return content;
}

function resendButton({ id, status }: Mail): HTMLButtonElement {
  const button = createElement(
    'button',
    unsentStatuses.includes(status) ? 'Send it now' : 'Send it again',
  );
  button.type = 'button';
  button.onclick = () =>
    void runWithErrorDisplay(async () => {
      const question = 'The customer may have this e-mail already. Send it?';
      if (maybeDelivered.includes(status) && !confirm(question)) return;
      button.disabled = true;
      const { resendMail } = await requestGraphql<{ resendMail: { message?: string } }>(
        resendMutation,
        {
          id,
        },
      ).finally(() => {
        button.disabled = false;
      });
      if (resendMail.message) throw new RequestError(resendMail.message);
      await show(null);
    });
  return button;
}

for (const [value, name] of Object.entries(states)) state.append(new Option(name, value));
state.onchange = () => void runWithErrorDisplay(() => show(null));
requireElement<HTMLButtonElement>('#reload').onclick = () =>
  void runWithErrorDisplay(() => show(null));
startPageHead();
const hadCredentials = hasCredentials();
onCallerChanged(() => {
  if (hasCredentials()) void runWithErrorDisplay(() => show(null));
});
if (hadCredentials) void runWithErrorDisplay(() => show(null));
else if (!(await restoreCaller())) void askForKey();
