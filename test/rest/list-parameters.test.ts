import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';

interface Parameter {
  name: string;
  schema: { enum?: string[] };
}

const api = useTestApi();

const names = Array.from({ length: 7 }, (_, index) => `Client ${index}`);

beforeAll(async () => {
  const { ours } = api;
  for (const name of names) await created(ours, 'clients/create', { name, city: 'Rome' });
  await created(ours, 'clients/create', { name: 'Old', archive: true, city: 'Bern' });
  for (const [index, clientName] of ['Client 0', 'Client 1', 'Client 1'].entries()) {
    const project = { name: `Site ${index}`, clientName, dueDate: `2026-0${index + 1}-15` };
    await created(ours, 'projects/create', project);
    const dueDate = `2026-0${index + 2}-15`;
    const rate = [300, 100, 200][index];
    const invoice = { clientName, dateCreated: '2026-01-15', dueDate, items: [{ rate }] };
    const { id } = await created(ours, 'invoices/create', invoice);
    if (index > 0) await created(ours, 'invoices/markSent', { id });
    const task = { name: `Task ${index}`, clientName, projectName: project.name };
    await created(ours, 'tasks/create', { ...task, status: index ? 'In progress' : 'To do' });
    await created(ours, 'expenses/create', { clientName, amount: 5, date: '2026-01-01' });
    await created(ours, 'opportunities/create', { name: `Deal ${index}`, clientName });
    await created(ours, 'contacts/create', {
      first: `F${index}`,
      last: `L${2 - index}`,
      clientName,
    });
  }
});

const linkOf = ({ headers }: Answer) => /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** All pages of a list. */
async function pagesOf(path: string, query: Record<string, string>) {
  const pages: Record<string, unknown>[][] = [];
  let answer = await api.ours.get(path, query);
  for (;;) {
    expect(answer.status, answer.text).toBe(200);
    pages.push(answer.body);
    const link = linkOf(answer);
    if (link === undefined) return pages;
    answer = await api.request(link, { headers: { 'x-api-key': api.ours.key } });
  }
}

const namesOf = (records: unknown) => (records as { name: string }[]).map(({ name }) => name);
const errorsOf = ({ body }: Answer) =>
  body.errors.map(({ path, message }: Record<string, string>) => `${path} ${message}`);

describe('pages', () => {
  test('are arrays, with the next page in the Link header alone', async () => {
    const pages = await pagesOf('clients/list', { limit: '3' });
    expect(pages.map(namesOf)).toEqual([names.slice(0, 3), names.slice(3, 6), names.slice(6)]);
    const whole = await api.ours.get('clients/list');
    expect(whole.headers.get('link')).toBeNull();
    expect(pages.flat()).toEqual(whole.body);
  });

  test.each([
    ['clients/list', '-name'],
    ['clients/search', 'created'],
    ['contacts/search', 'lastName'],
    ['projects/search', '-dueDate'],
    ['tasks/list', 'priority'],
    ['tasks/search', '-created'],
    ['invoices/search', '-total'],
    ['payableInvoices/search', 'dateDue'],
    ['expenses/search', 'paidDate'],
    ['opportunities/search', '-estCloseDate'],
    ['users/list', 'email'],
    ['pipelineStages/list', '-position'],
    ['projectTypes/list', 'name'],
    ['emailTemplates', '-name'],
    ['vendors/list', '-name'],
  ])('%s in the order %s are those of the whole list', async (path, order) => {
    const whole = await api.ours.get(path, { order });
    expect(whole.status, whole.text).toBe(200);
    const pages = await pagesOf(path, { order, limit: '2' });
    expect(pages.flat()).toEqual(whole.body);
    expect(pages.every((page) => page.length <= 2)).toBe(true);
    if (whole.body.length > 2) expect(pages.length).toBeGreaterThan(1);
  });

  test('of contacts have an order with an index', async () => {
    const pages = await pagesOf('contacts/search', { limit: '1' });
    expect(pages.flat().map(({ lastName }) => lastName)).toEqual(['L0', 'L1', 'L2']);
  });

  test('continue after the last record when others are added or changed before it', async () => {
    const first = await api.ours.get('clients/list', { limit: '3' });
    const early = await created(api.ours, 'clients/create', { name: 'A' });
    const link = linkOf(first) ?? '';
    const next = await api.request(link, { headers: { 'x-api-key': api.ours.key } });
    expect(namesOf(next.body)).toEqual(names.slice(3, 6));
    await api.ours.patch('clients/update', { id: early.id, archive: true });
  });

  test.each(['cursor', 'cursor[]', 'cursor[0]'])('follow a page by %s', async (name) => {
    const first = await api.ours.get('clients/list', { limit: '3' });
    const cursor = new URL(linkOf(first) ?? '', 'http://a').searchParams.get('cursor') ?? '';
    const second = await api.ours.get('clients/list', { limit: '3', [name]: cursor });
    const link = linkOf(second) ?? '';
    const third = await api.request(link, { headers: { 'x-api-key': api.ours.key } });
    expect([second, third].map(({ body }) => namesOf(body))).toEqual([
      ...[names.slice(3, 6), names.slice(6)],
    ]);
  });

  test('of another list, order or workspace are refused', async () => {
    const first = await api.ours.get('clients/list', { limit: '3' });
    const cursor = new URL(linkOf(first) ?? '', 'http://a').searchParams.get('cursor') ?? '';
    const refusals = [
      await api.ours.get('projects/search', { cursor }),
      await api.ours.get('clients/list', { cursor, order: '-name' }),
      await api.theirs.get('clients/list', { cursor }),
      await api.ours.get('clients/list', { cursor: 'x' }),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.errors[0].path, body.errors[0].code]).toEqual([
        ...[400, 'cursor', 'invalid_cursor'],
      ]);
    }
  });

  test('of a search without the new parameters go on after an id, as before', async () => {
    const { headers, body } = await api.ours.get('invoices/search');
    expect(headers.get('link')).toBeNull();
    const after = body[0].id;
    const rest = await api.ours.get('invoices/search', { after });
    expect(rest.body).toEqual(body.slice(1));
  });
});

describe('filters', () => {
  test('status', async () => {
    const drafts = await api.ours.get('invoices/search', { status: 'draft' });
    expect(drafts.body.map(({ total }: { total: number }) => total)).toEqual([300]);
    const tasks = await api.ours.get('tasks/list', { status: 'in PROGRESS' });
    expect(namesOf(tasks.body)).toEqual(['Task 1', 'Task 2']);
    const deals = await api.ours.get('opportunities/search');
    const { statusLabel } = deals.body[0];
    const same = await api.ours.get('opportunities/search', { status: statusLabel });
    expect(same.body).toEqual(deals.body);
  });

  test('dueBefore does not include the day', async () => {
    const due = await api.ours.get('payableInvoices/search', { dueBefore: '2026-04-15' });
    expect(due.body.map(({ dateDue }: { dateDue: string }) => dateDue)).toEqual([
      ...['2026-02-15', '2026-03-15'],
    ]);
    const projects = await api.ours.get('projects/search', { dueBefore: '2026-02-15' });
    expect(namesOf(projects.body)).toEqual(['Site 0']);
  });

  test('archived', async () => {
    for (const path of ['clients/list', 'clients/search']) {
      const archived = await api.ours.get(path, { archived: 'true', city: 'Bern' });
      expect(namesOf(archived.body), path).toContain('Old');
      expect(namesOf(archived.body), path).not.toContain('Client 0');
      const others = await api.ours.get(path, { archived: 'false' });
      expect(others.body, path).toEqual((await api.ours.get(path)).body);
    }
    const found = await api.ours.get('clients/search', { query: 'ol', archived: 'true' });
    expect(namesOf(found.body)).toEqual(['Old']);
  });

  test('clientId and updatedSince', async () => {
    const clients = (await api.ours.get('clients/search', { query: 'Client 1' })).body;
    const clientId = clients[0].id;
    const lists = ['contacts/search', 'projects/search', 'tasks/search', 'invoices/search'];
    for (const path of [...lists, 'expenses/search', 'opportunities/search']) {
      const { status, body, text } = await api.ours.get(path, { clientId });
      expect(status, text).toBe(200);
      expect(
        body.map((one: { clientId: string }) => one.clientId),
        path,
      ).toEqual([...[clientId, clientId]]);
      const future = new Date(Date.now() + 3_600_000).toISOString();
      expect((await api.ours.get(path, { updatedSince: future })).body, path).toEqual([]);
      const past = await api.ours.get(path, { updatedSince: '2020-01-01T00:00:00Z' });
      expect(past.body, path).toEqual((await api.ours.get(path)).body);
    }
  });

  test('name of a project, also with its client', async () => {
    const { body } = await api.ours.get('projects/search', { name: 'Site 1' });
    expect(namesOf(body)).toEqual(['Site 1']);
    const other = await api.ours.get('projects/search', { name: 'Site 1', query: 'Client 0' });
    expect(other.body).toEqual([]);
  });

  test('an id alone decides', async () => {
    const [{ id }] = (await api.ours.get('clients/search', { query: 'Client 2' })).body;
    const one = await api.ours.get('clients/search', { id, archived: 'true', limit: '1' });
    expect(namesOf(one.body)).toEqual(['Client 2']);
    expect(one.headers.get('etag')).not.toBeNull();
    expect(one.headers.get('link')).toBeNull();
  });
});

test('all invalid parameters are named at once, with the accepted values', async () => {
  const answer = await api.ours.get('invoices/search', {
    ...{ limit: '0', order: 'secret', status: 'OVERDUE', dueBefore: 'soon' },
    ...{ updatedSince: 'x', from: 'y' },
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  const errors = errorsOf(answer);
  expect(errors.map((text: string) => text.split(' ')[0]).sort()).toEqual([
    ...['dueBefore', 'from', 'limit', 'order', 'status', 'updatedSince'],
  ]);
  expect(errors).toContain('limit must be between 1 and 1000');
  expect(errors.find((text: string) => text.startsWith('order'))).toMatch(
    /^order must be one of id, -id, invoiceNumber, -invoiceNumber, .*, updatedAt, -updatedAt$/,
  );
  expect(errors.find((text: string) => text.startsWith('status'))).toMatch(
    /^status must be one of DRAFT, /,
  );
  const flag = await api.ours.get('clients/list', { archived: 'maybe', order: 'created,name' });
  expect(errorsOf(flag)).toHaveLength(2);
  const label = await api.ours.get('tasks/list', { status: 'Nowhere' });
  expect(errorsOf(label)).toEqual([expect.stringMatching(/^status must be one of .*To do/)]);
});

test('agreements do not exist yet', async () => {
  const { status, body } = await api.ours.get('agreements/search', { clientId: 'cli_1' });
  expect([status, body]).toEqual([200, []]);
});

test('a page takes one statement, with a status that the workspace defines two', async () => {
  const statementsOf = async (path: string, query: Record<string, string>) => {
    const { statements } = await recordStatements(() => api.ours.get(path, query));
    return statements.filter((sql) => !sql.includes('"ApiKey"')).length;
  };
  const order = { limit: '2', order: '-created' };
  expect(await statementsOf('clients/list', order)).toBe(1);
  const filters = { status: 'SENT', dueBefore: '2030-01-01', updatedSince: '2020-01-01T00:00:00Z' };
  expect(await statementsOf('invoices/search', { ...filters, limit: '2', order: '-total' })).toBe(
    1,
  );
  expect(await statementsOf('tasks/list', { ...order, status: 'To do' })).toBe(2);
});

test('docs/lists.md names every field of an order', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'lists.md'), 'utf8');
  const { paths } = JSON.parse(readFileSync(join(packageRoot, 'openapi.json'), 'utf8'));
  const parameters = Object.values(paths as Record<string, { get?: { parameters?: Parameter[] } }>)
    .flatMap(({ get }) => get?.parameters ?? [])
    .filter(({ name }) => name === 'order');
  expect(parameters.length).toBeGreaterThan(20);
  const fields = parameters.flatMap(({ schema }) => schema.enum ?? []);
  const missing = fields.filter((name) => !name.startsWith('-') && !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
