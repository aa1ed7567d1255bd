import type { Route } from '../../../src/rest/core/route.ts';
import type { Arranged } from '../../support/arranged-records.ts';
import { validBody } from '../../support/arranged-records.ts';
import { singleRoutes } from '../../support/routes.ts';
import type { Action } from './case.ts';
import { idCases, inPath } from './case.ts';

/**
 * Cases of an operation without its own: a success, and the ids that it rejects. Its mutation has the operation's name.
 */
function defaultAction(route: Route): Action {
  const { method, operationId, path } = route;
  const { input } = route.example as { input?: { id?: string } };
  const prefix = input?.id?.split('_')[0];
  // Both doors are sent the same, each about its own workspace's record.
  let sent: Record<string, unknown> | undefined;
  // Some records are given away once; both APIs are asked for the same one of the other workspace.
  let foreignId: string | undefined;
  const idOf = (foreign: Arranged) => {
    foreignId ??= String(validBody(route, foreign).id);
    return foreignId;
  };
  const success = {
    when: 'what is valid',
    body: (world: Arranged) => {
      const own = validBody(route, world);
      sent ??= own;
      return 'id' in own ? { ...sent, id: own.id } : sent;
    },
  };
  const rejected = prefix ? idCases(prefix, idOf, { ...input, id: undefined }) : [];
  return {
    route: `${method} ${path}`,
    mutation: operationId.replace(/^patch/, 'update'),
    cases: [success, ...(method === 'DELETE' ? inPath(rejected) : rejected)],
  };
}

/** Acts for the operations that some actions leave out. */
export function defaultActions(actions: readonly Action[]): Action[] {
  const acted = new Set(actions.map(({ route }) => route));
  const left = singleRoutes.filter(({ method, path }) => !acted.has(`${method} ${path}`));
  return left.map(defaultAction);
}
