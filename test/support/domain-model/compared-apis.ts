import { createApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import type { Scope } from '../../../src/platform/permissions/permissions.ts';
import type { TestApi, TestWorkspace } from '../api.ts';
import type { Returned, Sent } from './apis.ts';
import { Model } from './state.ts';
import type { Labels } from './views.ts';

/** A key of a workspace, and the areas that it may write; every key may read all. */
export interface Key {
  text: string;
  writes: readonly string[] | 'all';
}

/** A request with an idempotency key, for a replay. */
export interface Stored {
  sent: Sent;
  key: Key;
  answered: Returned;
}

/** One workspace: the service's and the model's. */
export interface Side {
  workspace: TestWorkspace;
  model: Model;
  labels: Labels;
  whole: Key;
  narrow: readonly Key[];
  kept: Stored[];
}

const restricted: readonly (readonly string[])[] = [
  ['clients', 'time'],
  ['expenses', 'invoices', 'sales'],
];

/** A new workspace with keys that may do all or less. */
export async function openSide(api: TestApi): Promise<Side> {
  const workspace = await api.addWorkspace({ currency: 'USD' });
  const { accountId, context, key } = workspace;
  const { prisma } = api.database;
  const where = { accountId };
  const [stages, statuses] = [
    await prisma.pipelineStage.findMany({ where }),
    await prisma.taskStage.findMany({ where }),
  ];
  const labels = [...stages, ...statuses].map(({ label, id }) => [label, id]);
  const narrow: Key[] = [];
  for (const writes of restricted) {
    const scopes = ['read', ...writes.map((area) => `${area}:write` as const)] as Scope[];
    const made = await createApiKey(context, { name: writes.join(), scopes });
    narrow.push({ text: made.key, writes });
  }
  return {
    ...{ workspace, model: new Model(), labels: Object.fromEntries(labels), narrow, kept: [] },
    whole: { text: key, writes: 'all' },
  };
}
