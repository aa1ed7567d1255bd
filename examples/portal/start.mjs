/**
 * `npm run portal`: starts the service with the demo, and this page on an origin of its own, and prints a link by which
 * a contact of the demo signs in. Ctrl-C ends both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const port = Number(process.env.PORTAL_PORT ?? 5174);
const portalUrl = `http://localhost:${port}/`;

/** The page, told of its service and workspace. */
async function servePage({ accountId, url }) {
  const files = {
    '/': ['index.html', 'text/html'],
    '/portal.js': ['portal.js', 'text/javascript'],
  };
  const server = createServer((request, response) => {
    const [file, type] = files[new URL(request.url, portalUrl).pathname] ?? [];
    if (file === undefined) return response.writeHead(404).end();
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
      .replace('http://localhost:4000', url)
      .replace('data-workspace="1"', `data-workspace="${accountId ?? 1}"`);
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return server;
}

const contactQuery = `{
  contacts(first: 50, where: { portalAccess: { equals: true } }) {
    nodes { id email client { projects(first: 3) { nodes { portalAccess } } invoices(first: 1) { nodes { id } } } }
  }
}`;
const linkMutation = `mutation ($input: SendPortalLinkInput!) {
  sendPortalLink(input: $input) { ... on ExpectedError { message } }
}`;

/** Mails a contact a link, which the service keeps in the outbox, as it has no mail server. */
async function signInLink({ key, url }) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const ask = async (query, variables) => {
    const body = JSON.stringify({ query, variables });
    const { data } = await (
      await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    ).json();
    return data;
  };
  const { contacts } = await ask(contactQuery);
  const hasBoth = ({ client }) =>
    client?.invoices.nodes.length > 0 &&
    client.projects.nodes.some(({ portalAccess }) => portalAccess === 'FULL');
  const contact = contacts.nodes.find(hasBoth) ?? contacts.nodes[0];
  await ask(linkMutation, { input: { id: contact.id, portalUrl } });
  const mails = await (await fetch(`${url}/auth/outbox`, { headers })).json();
  const mail = mails.find(({ recipient }) => recipient === contact.email.toLowerCase());
  return /http\S+/.exec(mail.body)[0];
}

const service = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'serve', '--json'],
  {
    env: { ...process.env, CORS_ORIGINS: new URL(portalUrl).origin, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill('SIGTERM'));
service.on('exit', (code) => process.exit(code ?? 1));

const [line] = await once(createInterface(service.stdout), 'line');
const running = JSON.parse(line);
await servePage(running);
const link = running.key && (await signInLink(running).catch(() => undefined));
console.log(`The portal: ${portalUrl}`);
console.log(
  link
    ? `Sign in as a contact of the demo, once: ${link}`
    : `Sign in as a contact with portal access; ${running.url}/outbox shows the mail with the link.`,
);
