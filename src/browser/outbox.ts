/** Shows the mails of the workspace whose key is known. */

import { ask, Refusal, trying } from './graphql-client.ts';
import { findOutWhoAsks, isKnown, onCallerChanged } from './credentials.ts';
import { askForKey, startHead } from './key-dialog.ts';
import { element, make, time } from './page-elements.ts';
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

/** What the states are called here. */
const states: Record<string, string> = {
  KEPT: 'Kept, not sent',
  QUEUED: 'Waiting',
  SENDING: 'Being sent',
  SENT: 'Sent',
  FAILED: 'Failed',
  UNCONFIRMED: 'May have arrived',
  HELD: 'Held, not sent',
};

const resendable = ['KEPT', 'FAILED', 'UNCONFIRMED', 'HELD'];

/** These were not handed to a mail server by this service. */
const neverTried = ['KEPT', 'HELD'];

/** Whoever sends these is asked first. */
const maybeArrived = ['UNCONFIRMED', 'HELD'];

const mailsQuery = `query Mails($after: String, $where: OutboxMailWhere) {
  outboxMails(first: 25, after: $after, where: $where) {
    edges { node { id status recipients subject body html attempts lastError nextAttemptAt sentAt createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const resendMutation = `mutation Resend($id: ID!) {
  resendMail(input: { id: $id }) { __typename ... on ExpectedError { message } }
}`;

const section = element<HTMLElement>('#content');
const list = element<HTMLUListElement>('#list');
const none = element<HTMLElement>('#none');
const more = element<HTMLButtonElement>('#more');
const state = element<HTMLSelectElement>('#state');

async function show(after: string | null): Promise<void> {
  const where = state.value === '' ? null : { status: { equals: state.value } };
  const { outboxMails } = await ask<{ outboxMails: Page }>(mailsQuery, { after, where });
  const { edges, pageInfo } = outboxMails;
  if (after === null) list.replaceChildren();
  list.append(...edges.map(({ node }) => itemOf(node)));
  none.hidden = list.children.length > 0;
  more.hidden = !pageInfo.hasNextPage;
  more.onclick = () => void trying(() => show(pageInfo.endCursor));
  section.hidden = false;
  if (after === null) await showSignInMails();
}

function itemOf(mail: Mail): HTMLLIElement {
  const summary = document.createElement('summary');
  const mark = make('span', states[mail.status] ?? mail.status, 'state');
  mark.dataset.state = mail.status;
  summary.append(make('b', mail.subject), mark);
  summary.append(make('span', `To ${mail.recipients.join(', ')}`, 'to'));
  summary.append(make('time', timesOf(mail)));
  if (mail.lastError) summary.append(make('span', mail.lastError, 'error'));
  const details = document.createElement('details');
  details.append(summary);
  details.addEventListener('toggle', () => details.append(contentOf(mail)), { once: true });
  const item = document.createElement('li');
  item.append(details);
  return item;
}

function timesOf({ attempts, createdAt, nextAttemptAt, sentAt }: Mail): string {
  return [
    `Written ${time(createdAt)}`,
    sentAt && `sent ${time(sentAt)}`,
    nextAttemptAt && attempts > 0 && `next attempt ${time(nextAttemptAt)}`,
    attempts > 1 && `${attempts} attempts`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The mail as it is, or would be, received. */
function contentOf(mail: Mail): HTMLElement {
  const content = make('div', '', 'mail');
  const tools = make('div', '', 'row');
  const swap = make('button', 'As plain text');
  swap.type = 'button';
  const text = make('pre', mail.body);
  content.append(tools);
  if (mail.html === null) content.append(text);
  else {
    const frame = document.createElement('iframe');
    // Without a permission: no script, no form, no origin of ours.
    frame.setAttribute('sandbox', '');
    frame.title = `Mail: ${mail.subject}`;
    frame.srcdoc = mail.html;
    text.hidden = true;
    swap.onclick = () => {
      text.hidden = !text.hidden;
      frame.hidden = !text.hidden;
      swap.textContent = text.hidden ? 'As plain text' : 'As designed';
    };
    tools.append(swap);
    content.append(frame, text);
  }
  if (resendable.includes(mail.status)) tools.append(resendButton(mail));
  return content;
}

function resendButton({ id, status }: Mail): HTMLButtonElement {
  const button = make('button', neverTried.includes(status) ? 'Send it now' : 'Send it again');
  button.type = 'button';
  button.onclick = () =>
    void trying(async () => {
      const question = 'The customer may have this mail already. Send it?';
      if (maybeArrived.includes(status) && !confirm(question)) return;
      button.disabled = true;
      const { resendMail } = await ask<{ resendMail: { message?: string } }>(resendMutation, {
        id,
      }).finally(() => {
        button.disabled = false;
      });
      if (resendMail.message) throw new Refusal(resendMail.message);
      await show(null);
    });
  return button;
}

for (const [value, name] of Object.entries(states)) state.append(new Option(name, value));
state.onchange = () => void trying(() => show(null));
element<HTMLButtonElement>('#reload').onclick = () => void trying(() => show(null));
startHead();
const wasKnown = isKnown();
onCallerChanged(() => {
  if (isKnown()) void trying(() => show(null));
});
if (wasKnown) void trying(() => show(null));
else if (!(await findOutWhoAsks())) void askForKey();
