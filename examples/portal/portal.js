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
  invoices { nodes { invoiceNumberFormatted status total currency viewOnlineUrl } }
}`;
const approve = `mutation ($id: ID!) {
  approveDeliverable(input: { deliverableId: $id }) { ... on ExpectedError { message } }
}`;

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

function deliverableItem(
  { portalAccess },
  { id, name, status: stage, approvalRequired, completedAt },
) {
  const item = element('li', `${name}: ${stage} `);
  if (portalAccess === 'FULL' && approvalRequired && completedAt === null) {
    const button = element('button', `Approve ${name}`);
    button.onclick = async () => {
      const { approveDeliverable } = await ask(approve, { id });
      status.textContent = approveDeliverable.message ?? `${name} is approved.`;
    };
    item.append(button);
  }
  return item;
}

function invoiceItem({ currency, invoiceNumberFormatted, status: stage, total, viewOnlineUrl }) {
  const item = element('li', `${stage} ${currency} ${total} `);
  if (viewOnlineUrl === null) item.append(invoiceNumberFormatted);
  else item.append(Object.assign(element('a', invoiceNumberFormatted), { href: viewOnlineUrl }));
  return item;
}

async function show() {
  const { viewer, projects, invoices } = await ask(everything);
  const sections = projects.nodes.map((project) =>
    element(
      'section',
      element('h2', project.name),
      element(
        'ul',
        ...['', ...project.deliverables.nodes.map((one) => deliverableItem(project, one))],
      ),
    ),
  );
  const bills = element('ul', '', ...invoices.nodes.map(invoiceItem));
  content.replaceChildren(
    element('p', `${viewer.contact.name}, at ${viewer.workspace.name}`),
    ...sections,
    element('section', element('h2', 'Invoices'), bills),
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
      const button = element('button', clientName);
      button.onclick = () => resolve(contactId);
      return button;
    });
    content.replaceChildren(element('p', 'For which client are you here?'), ...buttons);
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
