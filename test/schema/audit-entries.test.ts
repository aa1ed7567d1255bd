import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { auditedModels } from '../../src/platform/audit-log/audited-columns.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { UserRole } from '../../src/platform/permissions/roles.ts';
import { userRoles } from '../../src/platform/permissions/roles.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { entriesTable } from '../support/citus.ts';
import { askFor, fieldsOf, nodeTypes } from '../support/graphql.ts';
import { publishStaged } from '../support/log-ends.ts';
import { personDoors } from '../support/people.ts';
import { userIdOf } from '../support/record-rows.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 50, theirs: 2 });
const doors = personDoors(api);

const withKey = async (...scopes: Scope[]): Promise<TestWorkspace> => {
  const { key } = await createApiKey(api.ours.context, { name: scopes.join(), scopes });
  return workspaceOf(api, api.ours.context, key);
};

/** Writes the entries of a usual day. The database assigns their positions. */
const addEntries = (accountId: number, entries: readonly object[]) =>
  api.database.pool.query(
    `INSERT INTO ${entriesTable} ("accountId", kind, "recordType", "recordId", after, "actorKind", "actorId", "actorName", operation, "requestId", "createdAt")
     SELECT $1, 'UPDATED', e."recordType", e."recordId", '{}', 'PERSON', coalesce(e."actorId", 'usr_1'), 'Somebody', coalesce(e.operation, 'work'), 'req', coalesce(e.at, now())
     FROM json_to_recordset($2::json) AS e("recordType" text, "recordId" text, "actorId" text, operation text, at timestamptz)`,
    [accountId, JSON.stringify(entries)],
  );

const idOf = (model: string, workspace = ours, index = 0) =>
  model === 'Workspace' ? `wsp_${workspace.accountId}` : workspace.id(model as never, index);

describe('the changes of a record', () => {
  test('every type of record has them, its own and of our workspace alone', async () => {
    // Deliveries are a log of their own.
    const types = nodeTypes().filter(({ name }) => name !== 'WebhookDelivery');
    const displayed = auditedModels.filter((model) => schema.getType(model));
    const having = displayed.filter((name) =>
      fieldsOf(schema.getType(name) as never).some((field) => field.name === 'changes'),
    );
    expect(having).toEqual(displayed);
    expect(
      types.map(({ name }) => name).filter((name) => !displayed.includes(name as never)),
    ).toEqual([]);
    for (const { name: recordType } of types) {
      const recordId = idOf(recordType);
      // The same id elsewhere, or another type's, is another record.
      await addEntries(ours.accountId, [
        { recordType, recordId, operation: 'first' },
        { recordType: 'Other', recordId, operation: 'of another type' },
        { recordType, recordId: `${recordId}0`, operation: 'of another record' },
        { recordType, recordId, operation: 'second' },
      ]);
      await addEntries(theirs.accountId, [{ recordType, recordId, operation: 'theirs' }]);
      const source = `query ($id: ID!) { node(id: $id) { ... on ${recordType} { changes(first: 2) {
        totalCount pageInfo { hasNextPage } nodes { recordType recordId operation } } } } }`;
      const { data } = await askFor(api.ours.context, source, { id: recordId });
      expect(data.node?.changes, recordType).toEqual({
        // The workspace was made by the domain.
        totalCount: recordType === 'Workspace' ? 3 : 2,
        pageInfo: { hasNextPage: recordType === 'Workspace' },
        nodes: ['second', 'first'].map((operation) => ({ recordType, recordId, operation })),
      });
    }
  });

  test('contain actor, action and the values before and after', async () => {
    const made = await api.ours.post('clients/create', { name: 'Told', city: 'Oslo' });
    const changed = await api.ours.gql(
      `mutation ($id: ID!) { updateClient(input: { id: $id, city: "Rome" }) { __typename
         ... on UpdateClientSuccess { client { changes(first: 1) { nodes { after } } } } } }`,
      { id: made.body.id },
    );
    // What a mutation shows is what it has done so far, the log included.
    expect(changed.body.data.updateClient.__typename).toBe('UpdateClientSuccess');
    const { body } = await api.ours.gql(
      `query ($id: ID!) { client(id: $id) { changes { nodes { place kind recordType recordId recordVersion before after
         actorKind actorId actorName operation requestId address createdAt } } } }`,
      { id: made.body.id },
    );
    const { key } = api.ours;
    const { rows } = await api.database.pool.query(
      'SELECT id, name FROM "ApiKey" WHERE "accountId" = $1 AND prefix = $2',
      [api.ours.accountId, key.split('_')[1] ?? key],
    );
    const actor = { actorKind: 'KEY', ...(rows[0] && { actorId: rows[0].id }) };
    expect(body.data.client.changes.nodes).toMatchObject([
      {
        ...actor,
        kind: 'UPDATED',
        recordVersion: 2,
        before: { city: 'Oslo' },
        after: { city: 'Rome' },
        operation: 'updateClient',
      },
      {
        ...actor,
        ...{ kind: 'CREATED', recordType: 'Client', recordId: made.body.id, recordVersion: 1 },
        before: null,
        after: { name: 'Told', city: 'Oslo' },
        operation: 'POST clients/create',
        place: expect.stringMatching(/^\d+$/),
        requestId: expect.stringMatching(/./),
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test('of fifty records are in the statement of their page, and their page information in one more each', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => idOf('Client', ours, index));
    await addEntries(
      ours.accountId,
      ids.flatMap((recordId) =>
        [1, 2, 3, 4].map((n) => ({ recordType: 'Client', recordId, operation: `n${n}` })),
      ),
    );
    await publishStaged(api.owner);
    const list = async (below: string) => {
      const { data, statements } = await askFor(
        api.ours.context,
        `query ($ids: [ID!]) { clients(first: 50, includeArchived: true, where: { id: { in: $ids } }) { nodes { name changes(first: 3) { ${below} } } } }`,
        { ids },
      );
      // Finds out whether entries are staged.
      const isRead = (text: string) => !text.includes('staged_log_entries');
      return { data, statements: statements.filter(isRead) };
    };
    const plain = await list('nodes { operation before actorName address }');
    expect(plain.statements).toHaveLength(1);
    const pages = plain.data.clients.nodes.map(
      ({ changes }: { changes: { nodes: { operation: string }[] } }) =>
        changes.nodes.map(({ operation }) => operation).join(),
    );
    expect(pages).toEqual(ids.map(() => 'n4,n3,n2'));
    const counted = await list('totalCount edges { cursor } pageInfo { hasNextPage endCursor }');
    expect(counted.statements).toHaveLength(2);
    expect(counted.data.clients.nodes[7].changes.pageInfo.hasNextPage).toBe(true);
  });

  test('are read by their index, however much else there is', async () => {
    // As the server does by itself once a table has grown.
    await api.owner.query('ANALYZE "LogEntry"');
    const { rows } = await api.database.pool.query(
      `EXPLAIN SELECT t.kind FROM ONLY "LogEntry" t WHERE t."accountId" = $1 AND t."recordId" = $2
         AND t."recordType" = 'Client' ORDER BY t.place DESC LIMIT 4`,
      [ours.accountId, idOf('Client')],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('LogEntry_accountId_recordId_place_idx');
    expect(plan).not.toMatch(/\bSort {2}\(/);
  });
});

interface Page {
  nodes: { operation: string }[];
  totalCount: number;
  pageInfo: Record<'hasNextPage' | 'hasPreviousPage', boolean> &
    Record<'startCursor' | 'endCursor', string>;
}

const auditOf = async (args: string, by: TestWorkspace = api.ours) => {
  const source = `{ auditLog(${args}) { totalCount nodes { operation } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const { body } = await by.gql(source);
  return { page: body.data?.auditLog as Page, errors: body.errors };
};

const operationsOf = (page: Page) => page.nodes.map(({ operation }) => operation);

describe('auditLog', () => {
  const at = (hour: number) => `2031-05-04T0${hour}:00:00.000Z`;
  const recordId = 'cli_audited';

  beforeAll(async () => {
    const of = (
      recordType: string,
      id: string,
      operation: string,
      actorId: string,
      hour: number,
    ) => ({ recordType, recordId: id, operation, actorId, at: at(hour) });
    await addEntries(ours.accountId, [
      of('Client', recordId, 'a1', 'usr_8', 1),
      of('Client', recordId, 'a2', 'usr_9', 2),
      of('Vendor', 'ven_audited', 'a3', 'usr_8', 3),
      of('Client', recordId, 'a4', 'usr_8', 4),
      of('Client', recordId, 'a5', 'usr_8', 5),
    ]);
    await addEntries(theirs.accountId, [of('Client', recordId, 'theirs', 'usr_8', 2)]);
  });

  test('finds by type, record, actor, operation, kind and time, together', async () => {
    const time = `from: "${at(1)}", to: "${at(9)}"`;
    for (const [args, expected] of [
      [time, 'a5,a4,a3,a2,a1'],
      [`from: "${at(2)}", to: "${at(4)}"`, 'a3,a2'],
      [`${time}, type: "Client"`, 'a5,a4,a2,a1'],
      [`recordId: "${recordId}"`, 'a5,a4,a2,a1'],
      [`recordId: "${recordId}", actor: "usr_8"`, 'a5,a4,a1'],
      [`operation: "a2"`, 'a2'],
      [`${time}, kind: [DELETED]`, ''],
      [`${time}, kind: [DELETED, UPDATED], actorKind: [PERSON], type: "Vendor"`, 'a3'],
      [`${time}, actorKind: []`, ''],
      [`${time}, type: null, recordId: null, kind: null`, 'a5,a4,a3,a2,a1'],
    ] as const) {
      const { page, errors } = await auditOf(args);
      expect([errors, page && operationsOf(page).join()], args).toEqual([undefined, expected]);
    }
  });

  test('is paged by position: forwards and backwards, each entry once, while others are written', async () => {
    const filter = `recordId: "${recordId}"`;
    const first = (await auditOf(`${filter}, first: 2`)).page;
    expect([operationsOf(first).join(), first.totalCount]).toEqual(['a5,a4', 4]);
    await addEntries(ours.accountId, [{ recordType: 'Client', recordId, operation: 'later' }]);
    const next = (await auditOf(`${filter}, first: 2, after: "${first.pageInfo.endCursor}"`)).page;
    expect([operationsOf(next).join(), next.pageInfo]).toMatchObject([
      'a2,a1',
      { hasNextPage: false, hasPreviousPage: true },
    ]);
    const back = (await auditOf(`${filter}, last: 2, before: "${next.pageInfo.startCursor}"`)).page;
    expect([operationsOf(back).join(), back.pageInfo.hasPreviousPage]).toEqual(['a5,a4', true]);
    const elsewhere = await auditOf(`after: "${first.pageInfo.endCursor}"`, api.theirs);
    expect(elsewhere.errors).toMatchObject([{ extensions: { code: 'invalid_input' } }]);
  });

  test('lists all invalid arguments in one response', async () => {
    const { errors } = await auditOf(
      `type: "Clients", operation: "\\u0000", from: "${at(4)}", to: "${at(4)}"`,
    );
    const reported = errors[0].extensions.errors.map(({ path }: { path: string }) => path);
    expect([reported.sort(), JSON.stringify(errors)]).toEqual([
      ['operation', 'to', 'type'],
      expect.stringContaining('Client, ClientCredit, Contact'),
    ]);
  });
});

describe('permissions for the audit log', () => {
  const question = (id: string) =>
    `{ client(id: "${id}") { name changes(first: 1) { nodes { kind actorId actorName address } } } auditLog(first: 1) { totalCount } }`;

  const codesOf = async (by: TestWorkspace) => {
    const { body } = await by.gql(question(idOf('Client')));
    const errors: { path: string[]; extensions: { code: string } }[] = body.errors ?? [];
    return Object.fromEntries(
      errors.map(({ path, extensions }) => [path.join('.'), extensions.code]),
    );
  };

  test('owners and admins see everything; readers of everything but keys see no addresses; others see nothing', async () => {
    const received: Partial<Record<UserRole, object>> = {};
    for (const role of userRoles) {
      received[role] = await codesOf(doors({ role, userId: userIdOf(ours.accountId, 0) }));
    }
    const address = { 'client.changes.nodes.0.address': 'missing_scope' };
    const auditLog = 'missing_scope';
    expect(received).toMatchObject({
      OWNER: {},
      ADMIN: {},
      MANAGER: { ...address, auditLog },
      VIEWER: { ...address, auditLog },
      ACCOUNTANT: { 'client.changes.nodes.0.actorName': 'missing_scope', ...address, auditLog },
      MEMBER: { auditLog },
    });
    expect([received.OWNER, received.ADMIN]).toEqual([{}, {}]);
    expect(Object.keys(received.MANAGER ?? {})).toHaveLength(2);
    const contact = doors({
      contact: { contactId: idOf('Contact'), clientId: idOf('Client') },
    });
    for (const restricted of [
      doors({ role: 'MEMBER', userId: userIdOf(ours.accountId, 0) }),
      contact,
    ]) {
      const { body } = await restricted.gql(
        `{ clients(includeArchived: true) { nodes { name changes(first: 1) { nodes { kind } } } } }`,
      );
      const { nodes } = body.data.clients;
      expect(nodes.map(({ changes }: { changes: unknown }) => changes)).toEqual(
        nodes.map(() => null),
      );
      expect(
        body.errors?.every(
          ({ extensions }: { extensions: { code: string } }) => extensions.code === 'not_for_role',
        ) ?? nodes.length === 0,
      ).toBe(true);
    }
  });

  test('a key sees the changes of records that it may read, and the whole log only if it may read everything', async () => {
    const name = 'client.changes.nodes.0.actorName';
    const address = 'client.changes.nodes.0.address';
    expect(await codesOf(await withKey('clients:read'))).toEqual({
      ...{ [name]: 'missing_scope', [address]: 'missing_scope', auditLog: 'missing_scope' },
    });
    expect(await codesOf(await withKey('read'))).toEqual({
      ...{ [address]: 'missing_scope', auditLog: 'missing_scope' },
    });
    expect(await codesOf(await withKey('read', 'keys:read'))).toEqual({});
    expect(await codesOf(await withKey('time:read', 'keys:read'))).toMatchObject({
      client: 'missing_scope',
      auditLog: 'missing_scope',
    });
  });
});
