/** A client's page: signs a contact in by a mailed link, shows its projects and invoices live, and approves deliverables. */

const { content: service, dataset } = document.querySelector('meta[name=actiongraph]');
const [status, form, content, signOut] = ['[role=status]', 'form', '#content', '#sign-out'].map(
  (selector) => document.querySelector(selector),
);
/** The workspace whose portal this is, and the contact as whom somebody reads here. */
const headers = { 'content-type': 'application/json', 'X-Workspace': dataset.workspace };

const call = (path, options = {}) =>
  fetch(`${service}${path}`, { credentials: 'include', ...options, headers });
const post = (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body) });

async function ask(query, variables) {
  const { data, errors } = await (await post('/graphql', { query, variables })).json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

const everything = `{
  viewer { workspace { name } contact { name } }
  projects { nodes { name portalAccess deliverables { nodes { id name status approvalRequired completedAt } } } }
  invoices { nodes { invoiceNumberFormatted status total currency dueDate viewOnlineUrl } }
}`;
const approve = `mutation ($id: ID!) {
  approveDeliverable(input: { deliverableId: $id }) { ... on ExpectedError { message } }
}`;

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Amounts are exact decimals as text, which a number cannot always hold. */
const money = (amount, currency) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);

function approveButton({ id, name }) {
  const button = element('button', 'main', 'Approve');
  button.ariaLabel = `Approve ${name}`;
  button.onclick = async () => {
    const { approveDeliverable } = await ask(approve, { id });
    status.textContent = approveDeliverable.message ?? `${name} is approved.`;
  };
  return button;
}

function deliverableItem({ portalAccess }, deliverable) {
  const { approvalRequired, completedAt, name, status: stage } = deliverable;
  const badge = element('span', completedAt === null ? 'badge' : 'badge done', stage);
  const item = element('li', '', element('span', '', name), badge);
  if (portalAccess === 'FULL' && approvalRequired && completedAt === null) {
    item.append(approveButton(deliverable));
  }
  return item;
}

function projectSection(project) {
  const { nodes } = project.deliverables;
  const done = nodes.filter(({ completedAt }) => completedAt !== null).length;
  const bar = element('div', 'bar', element('i', ''));
  bar.firstChild.style.width = `${nodes.length === 0 ? 0 : (100 * done) / nodes.length}%`;
  return element(
    'section',
    '',
    element('h2', '', project.name),
    bar,
    element('p', 'progress', `${done} of ${nodes.length} done`),
    element('ul', '', ...nodes.map((one) => deliverableItem(project, one))),
  );
}

/** What a status means to a client, and how it looks. */
const invoiceStates = {
  SENT: ['Open', 'open'],
  PARTIAL: ['Partly paid', 'open'],
  PENDING: ['Payment pending', 'open'],
  PAID: ['Paid', 'done'],
  VOIDED: ['Void', ''],
  WRITE_OFF: ['Closed', ''],
};

function invoiceItem({
  currency,
  dueDate,
  invoiceNumberFormatted,
  status: stage,
  total,
  viewOnlineUrl,
}) {
  const number = element(viewOnlineUrl === null ? 'span' : 'a', '', invoiceNumberFormatted);
  if (viewOnlineUrl !== null) number.href = viewOnlineUrl;
  const [label, look] = invoiceStates[stage] ?? [stage, ''];
  const isLate = look === 'open' && dueDate < new Date().toISOString().slice(0, 10);
  return element(
    'li',
    '',
    element('span', '', number),
    element('span', 'due', dueDate === null ? '' : `Due ${day.format(new Date(dueDate))}`),
    element('span', `badge ${isLate ? 'late' : look}`, isLate ? 'Overdue' : label),
    element('span', 'amount', money(total, currency)),
  );
}

async function show() {
  const { viewer, projects, invoices } = await ask(everything);
  content.replaceChildren(
    element('p', 'who', `${viewer.contact.name}, at ${viewer.workspace.name}`),
    ...projects.nodes.map(projectSection),
    element(
      'section',
      'wide',
      element('h2', '', 'Invoices'),
      element('ul', '', ...invoices.nodes.map(invoiceItem)),
    ),
  );
}

/** Shows everything anew whenever something changes, as long as the page is open. */
async function follow() {
  const body = JSON.stringify({ query: 'subscription { recordChanged { id } }' });
  const stream = { method: 'POST', body, credentials: 'include' };
  const accept = { ...headers, accept: 'text/event-stream' };
  const answer = await fetch(`${service}/graphql`, { ...stream, headers: accept });
  // What happened before the stream opened is not told.
  await show();
  if (!answer.ok) return;
  const events = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await events.read(); !part.done; part = await events.read()) {
    if (part.value.includes('event: next')) await show();
  }
}

/** As which of several contacts somebody goes on. */
async function chosen(contacts) {
  if (contacts.length === 1) return contacts[0].contactId;
  return new Promise((resolve) => {
    const buttons = contacts.map(({ contactId, clientName }) => {
      const button = element('button', '', clientName);
      button.onclick = () => resolve(contactId);
      return button;
    });
    content.replaceChildren(element('p', 'who', 'For which client are you here?'), ...buttons);
  });
}

form.onsubmit = async (event) => {
  event.preventDefault();
  const { email } = Object.fromEntries(new FormData(form));
  await post('/auth/sign-in/magic-link', { email, callbackURL: location.href });
  status.textContent = 'If we know you by this address, a link is on its way to it.';
};
signOut.onclick = async () => {
  await post('/auth/sign-out');
  location.reload();
};

const session = await (await call('/auth/get-session')).json();
const found = session === null ? [] : await (await call('/auth/contacts')).json();
const contacts = found.filter(({ accountId }) => String(accountId) === dataset.workspace);
signOut.hidden = session === null;
form.hidden = contacts.length > 0;
if (contacts.length > 0) {
  headers['X-Contact'] = await chosen(contacts);
  await follow().catch(({ message }) => {
    content.replaceChildren();
    status.textContent = message;
  });
} else if (session !== null) status.textContent = 'You are no contact of ours by this sign-in.';
