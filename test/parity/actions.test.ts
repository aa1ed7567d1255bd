import { beforeAll, describe, expect, test } from 'vitest';
import { createProjectType } from '../../src/domain/project-types/create.ts';
import { mcpWriteScope } from '../../src/platform/permissions/permissions.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange } from '../support/arranged-records.ts';
import { withPattern } from '../support/invoices.ts';
import type { McpClient } from '../support/mcp.ts';
import { connectMcp } from '../support/mcp.ts';
import { mcpOutcome, usedTools } from '../support/mcp-parity.ts';
import type { Outcome } from '../support/parity.ts';
import { createAnonymizer, graphqlOutcome, inWordsOf, restOutcome } from '../support/parity.ts';
import { singleRoutes } from '../support/routes.ts';
import { rowCounts } from '../support/snapshot.ts';
import { arrangedIn, copierOf } from '../support/workspace-copies.ts';
import type { Action, World } from './cases/case.ts';
import { actions } from './cases/index.ts';

/** The same act in all APIs, on workspaces that are alike: the same answer, the same error, the same rows. */

const api = useTestApi({ mcp: { writesPerMinute: 0, hasGraphQL: false } });

let foreign: Arranged;

/** What every twin begins as, copied for each of them. */
let pattern: { workspace: TestWorkspace; arranged: Arranged };
let copy: () => Promise<TestWorkspace>;

beforeAll(async () => {
  foreign = await arrange(api, api.theirs, 'Foreign');
  const workspace = await api.addWorkspace();
  pattern = { workspace, arranged: await arrange(api, workspace, 'Same') };
  await arrangeConflicts(workspace);
  copy = copierOf(api, workspace);
});

interface Twin {
  workspace: TestWorkspace;
  world: World;
  comparable: (value: unknown) => unknown;
}

async function makeTwin(): Promise<Twin> {
  const workspace = await copy();
  const world = { ...arrangedIn(pattern.arranged, pattern.workspace, workspace), foreign };
  const comparable = createAnonymizer();
  comparable(world.made);
  comparable(foreign);
  return { workspace, world, comparable };
}

/** What some acts come up against: an archived client, an inactive user, a status that never completes, two invoices of one number. */
async function arrangeConflicts(workspace: TestWorkspace): Promise<void> {
  const { accountId, context, post } = workspace;
  await api.database.prisma.user.create({
    data: { accountId, email: 'gone@same.example', active: false },
  });
  const statusList = [{ label: 'Rolling' }];
  await createProjectType(context, { name: 'Sisyphean', statusList });
  const clientName = 'Same Analytics';
  await post('clients/create', { name: 'Long gone', archive: true });
  await post('projects/create', { name: 'Endless', clientName, projectTypeName: 'Sisyphean' });
  await post('timeWorked/create', {
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:00:00Z',
    clientName,
    projectName: 'Endless',
    deliverableName: 'Rock',
    createDeliverable: true,
  });
  for (const invoiceNumber of ['A-7', 'B-7']) {
    const invoice = { clientName, invoiceNumber, items: [{ rate: 100 }] };
    const pattern = invoiceNumber.replace('7', '#');
    const { status } = await withPattern(api, workspace, pattern, () =>
      post('invoices/create', invoice),
    );
    expect(status).toBe(200);
  }
}

/** The place that a path of REST leads to, in the domain's names. */
function nameOf(names: Action['names'], path: string): string {
  const [field = '', ...below] = path.split('.');
  return [names?.[field] ?? field, ...below].join('.');
}

/** A body of REST with the domain's names for its fields. */
function inNames(names: Action['names'], body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [nameOf(names, name), value]),
  );
}

interface McpTwin extends Twin {
  mcp: McpClient;
  /** Of the part of a record of REST that MCP has too. */
  comparableRest: Twin['comparable'];
}

async function makeMcpTwin(): Promise<McpTwin> {
  const twin = await makeTwin();
  const { accountId, key } = twin.workspace;
  const scopes = { push: [mcpWriteScope] };
  await api.database.prisma.apiKey.updateMany({ where: { accountId }, data: { scopes } });
  const comparableRest = createAnonymizer();
  comparableRest(pattern.arranged.made);
  comparableRest(foreign);
  return { ...twin, comparableRest, mcp: await connectMcp(api, key) };
}

/** Tools have arguments of other names. */
function errorsOf({ code, errors = [] }: Outcome) {
  return { code, errors: errors.map((error) => `${error.code}: ${error.message}`).sort() };
}

/** Fields that both have, decimals as numbers. */
function sharedPart(record: object, result: object): [unknown, unknown] {
  const shared = Object.entries(record).flatMap(([name, value]) => {
    const other = (result as Record<string, unknown>)[name];
    if (value === null || other === undefined || typeof value === 'object') return [];
    if (typeof value === 'number') return [[name, value, Number(other)] as const];
    // REST writes the status of a ticket in other letters.
    const isSame = String(other).toUpperCase() === String(value).toUpperCase();
    return [[name, value, isSame ? value : other] as const];
  });
  return [
    Object.fromEntries(shared.map(([name, value]) => [name, value])),
    Object.fromEntries(shared.map(([name, , other]) => [name, other])),
  ];
}

/** What deletes names in its path what the other door takes as an argument. */
function callRest({ delete: remove, ...calls }: TestWorkspace, method: string, ...call: RestCall) {
  const [path, body] = call;
  if (method !== 'DELETE') {
    return calls[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body);
  }
  return remove(path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(body[name]))));
}

type RestCall = [path: string, body: Record<string, unknown>];

describe.each(actions.map((action) => [action.route, action.mutation, action] as const))(
  '%s and %s',
  (_route, _mutation, action) => {
    let rest: Twin;
    let graphql: Twin;
    let mcp: McpTwin;
    beforeAll(async () => {
      rest = await makeTwin();
      graphql = await makeTwin();
      mcp = await makeMcpTwin();
    });

    const bodyOf = (body: Action['cases'][number]['body'], { world }: Twin) =>
      typeof body === 'function' ? body(world) : body;

    test.each(action.cases.map((each) => [each.when, each.code ?? 'success', each] as const))(
      '%s: %s',
      async (_when, _code, { body, code, isRestOnly }) => {
        const [method, path] = action.route.split(' ') as [string, string];
        const one = restOutcome(await callRest(rest.workspace, method, path, bodyOf(body, rest)));
        const { workspace } = graphql;
        const requested = inNames(action.names, bodyOf(body, graphql));
        expect(one.code, JSON.stringify(one)).toBe(code);
        if (isRestOnly) return;
        const other = await graphqlOutcome(workspace, action.mutation, requested, one);
        for (const error of one.errors ?? []) error.path = nameOf(action.names, error.path);
        const expected = inWordsOf(action.mutation, one);
        expect(graphql.comparable(other)).toEqual(rest.comparable(expected));
        const forMcp = inNames(action.names, bodyOf(body, mcp));
        const done = await mcpOutcome(mcp.mcp, action.mutation, forMcp);
        if (!done) {
          await graphqlOutcome(mcp.workspace, action.mutation, forMcp, one);
          return;
        }
        expect(errorsOf(done)).toEqual(errorsOf(one));
        const [record, result] = sharedPart(one.record ?? {}, done.record ?? {});
        expect(mcp.comparable(result)).toEqual(mcp.comparableRest(record));
      },
    );

    test('all leave the same rows behind', async () => {
      const countsOf = ({ workspace }: Twin) => rowCounts(api.database.pool, workspace.accountId);
      const written = await countsOf(rest);
      expect(await countsOf(graphql)).toEqual(written);
      // Tools store their results against repeated calls.
      const KeptAnswer = '0';
      expect({ ...(await countsOf(mcp)), KeptAnswer }).toEqual({ ...written, KeptAnswer });
    });
  },
);

test('every operation that writes has its acts', () => {
  const acted = actions.map(({ route }) => route);
  const written = singleRoutes.map(({ method, path }) => `${method} ${path}`);
  const missing = written.filter((route) => !acted.includes(route));
  expect(missing, 'to be added to test/parity/cases').toEqual([]);
  expect(acted.filter((route) => !written.includes(route))).toEqual([]);
});

test('every tool that writes has done an act', async () => {
  const { mcp } = await makeMcpTwin();
  const writing = (await mcp.tools()).filter(({ annotations }) => !annotations?.readOnlyHint);
  expect([...usedTools].sort()).toEqual(writing.map(({ name }) => name).sort());
});
