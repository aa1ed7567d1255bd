import { Kind, visit } from 'graphql';
import type { GivenRows, Rows } from '../../domain/reader/list-rows.ts';
import { givenRows } from '../../domain/reader/list-rows.ts';
import type { ListOrder, Place } from '../vocabulary/cursors.ts';
import { checkPlace, readPlace } from '../vocabulary/cursors.ts';
import type { Which } from '../vocabulary/listings.ts';
import { whichOf } from '../vocabulary/listings.ts';
import type { ConnectionArguments } from '../vocabulary/pages.ts';
import { checkPage, isBackward, pageSizeOf } from '../vocabulary/pages.ts';
import type { Listed, ReadExtensions } from '../vocabulary/reads.ts';
import { requireSeen } from './refusals.ts';
import type { Run } from './run.ts';
import type { AnyField, Nodes, Operation } from './selection.ts';
import { listArgumentsOf } from './selection.ts';

/** What lists are asked for: by each reading, since all but the order can be planned for whatever is asked. */

/** A list as the arguments of one reading ask for it. */
export interface AskedList extends Which {
  given: ConnectionArguments;
  place: Place | undefined;
  rows: GivenRows;
}

/** Reads the arguments of a list. @throws ActionError, GraphQLError where they are wrong */
export type AskList = (variables: Record<string, unknown>) => AskedList;

/** Which records a list may have, and how they are written. */
interface PlannedList extends Listed {
  page: Rows['page'];
}

/** How the arguments of a list are read; those without variables once. */
export function listAsker(
  { model, which, page }: PlannedList,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): AskList {
  const ask: AskList = (variables) => {
    const given = listArgumentsOf(field, nodes, { ...operation, variables });
    checkPage(given);
    const { where, order } = which(given);
    requireSeen(operation, where, nodes);
    const place = readPlace(model, order, given);
    const size = pageSizeOf(given);
    const rows = givenRows({
      orderBy: order,
      where,
      behind: place?.position,
      fromEnd: isBackward(given),
      // One more tells whether there are more.
      limit: page ? size : size + 1,
      ...(page && { page }),
    });
    return { given, where, order, place, rows };
  };
  return hasVariables(nodes) ? ask : once(ask);
}

function hasVariables([node]: Nodes): boolean {
  let found = false;
  for (const argument of node?.arguments ?? []) {
    visit(argument, {
      [Kind.VARIABLE]: () => {
        found = true;
      },
    });
  }
  return found;
}

function once(ask: AskList): AskList {
  let asked: AskedList | undefined;
  return (variables) => {
    asked ??= ask(variables);
    return asked;
  };
}

const orderArgument = 'orderBy';

/** Whether an argument of a field decides on the plan: the order of a list says which columns are read. */
export function decidesOnPlan(
  field: Pick<AnyField, 'extensions'> | null | undefined,
  name: string,
): boolean {
  const { read } = (field?.extensions ?? {}) as ReadExtensions;
  return read?.kind !== 'page' || name === orderArgument;
}

/** The order of a list below a record. @throws ActionError, GraphQLError where it is asked for wrongly */
export function orderBelow(
  model: Listed['model'],
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): ListOrder {
  const ordered = { ...field, args: field.args.filter(({ name }) => name === orderArgument) };
  return whichOf(model, listArgumentsOf(ordered, nodes, operation)).order;
}

export const rowsOf = (lists: readonly AskedList[]): GivenRows[] => lists.map(({ rows }) => rows);

/** Has a run read lists as they are asked for. @throws ActionError where one goes on in another workspace */
export function readLists(run: Run, lists: readonly AskedList[]): void {
  for (const { place } of lists) checkPlace(run.context, place);
  run.lists = lists;
}
