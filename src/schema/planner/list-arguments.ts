import { Kind, visit } from 'graphql';
import type { RowSelection } from '../../query/list-rows.ts';
import { bindRows } from '../../query/list-rows.ts';
import type { ListSource, ReadExtensions } from '../core/field-reads.ts';
import { parseCursor } from '../core/list-cursors.ts';
import type { ListOrder } from '../core/list-order.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';
import { checkPageArguments, isBackwardPage, pageSizeOf } from '../core/page-arguments.ts';
import { requireFilterPermissions } from './field-permissions.ts';
import type { Operation } from './operation.ts';
import type { ParseListArguments } from './requested-lists.ts';
import type { AnyField, FieldNodes } from './selected-field.ts';
import { argumentsOf, listArgumentsOf, toListArguments } from './selection.ts';

/** FilterAndOrder records a list may have, and how they are written. */
interface PlannedList extends ListSource {
  page: RowSelection['page'];
}

/** Arguments that say nothing of which records a list has, nor of their order. */
const ofPage = new Set(['first', 'last', 'after', 'before']);

/** How the arguments of a list are read: what variables do not change is read once. */
export function createListArgumentParser(
  { model, which, page }: PlannedList,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): ParseListArguments {
  const varying = varyingArguments(nodes);
  const given = argumentReader(field, nodes, operation, varying);
  const whichAsked = [...varying].every((name) => ofPage.has(name)) ? once(which) : which;
  const ask: ParseListArguments = (variables) => {
    const asked = given(variables);
    checkPageArguments(asked);
    const { where, order } = whichAsked(asked);
    requireFilterPermissions(operation, { model, where, order }, nodes);
    const place = parseCursor(model, order, asked);
    const size = pageSizeOf(asked);
    const rows = bindRows({
      orderBy: order,
      where,
      behind: place?.position,
      fromEnd: isBackwardPage(asked),
      // One more tells whether there are more.
      limit: page ? size : size + 1,
      ...(page && { page }),
    });
    return { given: asked, where, order, place, rows };
  };
  return varying.size > 0 ? ask : once(ask);
}

/** The names of the arguments in which variables stand. */
function varyingArguments([node]: FieldNodes): ReadonlySet<string> {
  const varying = new Set<string>();
  for (const argument of node?.arguments ?? []) {
    const note = () => void varying.add(argument.name.value);
    visit(argument, { [Kind.VARIABLE]: note });
  }
  return varying;
}

/** Reads the arguments of a list, those without variables once. */
function argumentReader(
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
  varying: ReadonlySet<string>,
): (variables: Record<string, unknown>) => ConnectionArguments {
  const having = (isVarying: boolean) => ({
    ...field,
    args: field.args.filter(({ name }) => varying.has(name) === isVarying),
  });
  const [fixed, changing] = [having(false), having(true)];
  const always = once(() => argumentsOf(fixed, nodes, operation));
  return (variables) => {
    const now = argumentsOf(changing, nodes, { ...operation, variables });
    return toListArguments(field, { ...always(undefined), ...now });
  };
}

/** Does something the first time; what failed is done again. */
function once<G, R extends object>(work: (given: G) => R): (given: G) => R {
  let done: R | undefined;
  return (given) => {
    done ??= work(given);
    return done;
  };
}

const orderArgument = 'orderBy';

/** Whether an argument of a field decides on the plan: the order of a list says which columns are read. */
export function isPlanArgument(
  field: Pick<AnyField, 'extensions'> | null | undefined,
  name: string,
): boolean {
  const { read } = (field?.extensions ?? {}) as ReadExtensions;
  return (read?.kind !== 'page' && read?.kind !== 'changes') || name === orderArgument;
}

/** The order of a list below a record. @throws ActionError, GraphQLError where it is asked for wrongly */
export function nestedListOrder(
  which: ListSource['which'],
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): ListOrder {
  const ordered = { ...field, args: field.args.filter(({ name }) => name === orderArgument) };
  return which(listArgumentsOf(ordered, nodes, operation)).order;
}
