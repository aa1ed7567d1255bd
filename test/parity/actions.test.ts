import { beforeAll, describe, expect, test } from 'vitest';
import { createProjectType } from '../../src/domain/project-types/create.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange } from '../support/arranged-records.ts';
import { withPattern } from '../support/invoices.ts';
import { createAnonymizer, graphqlOutcome, inWordsOf, restOutcome } from '../support/parity.ts';
import { singleRoutes } from '../support/routes.ts';
import { arrangedIn, copierOf } from '../support/workspace-copies.ts';
import type { Action, World } from './cases/case.ts';
import { actions } from './cases/index.ts';

/** The same act in both APIs, on two workspaces that are alike: the same answer, the same error, the same rows. */

const api = useTestApi();

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

/** How many rows of a workspace each table has. */
async function rowCounts({ workspace: { accountId } }: Twin): Promise<Record<string, number>> {
  const { rows } = await api.database.pool.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'accountId'`);
  const counts = rows.map(async ({ name }) => {
    const sql = `SELECT count(*)::int AS count FROM "${name}" WHERE "accountId" = $1`;
    const { rows: found } = await api.database.pool.query<{ count: number }>(sql, [accountId]);
    return [name, found[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
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
    beforeAll(async () => {
      rest = await makeTwin();
      graphql = await makeTwin();
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
      },
    );

    test('both leave the same rows behind', async () => {
      expect(await rowCounts(graphql)).toEqual(await rowCounts(rest));
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
