import { Kind, visit } from 'graphql';
import { customFieldReferencesOf } from '../../query/custom-value-keys.ts';
import { parseCursor } from '../../query/list-cursors.ts';
import type { ListOrder } from '../../query/list-order.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import { bindRows } from '../../query/list-rows.ts';
import type { ListSource, ReadExtensions } from '../core/field-reads.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';
import { checkPageArguments, isBackwardPage, pageSizeOf } from '../core/page-arguments.ts';
import { requireFilterPermissions } from './field-permissions.ts';
import type { Operation } from './operation.ts';
import type { ParseListArguments } from './requested-lists.ts';
import type { AnyField, FieldNodes } from './selected-field.ts';
import { argumentsOf, listArgumentsOf, toListArguments } from './selection.ts';

/** `page`: names in a page that PostgreSQL writes. */
interface PlannedList extends ListSource {
  page: RowSelection['page'];
  /** Whether only the count is read. */
  isCounted?: boolean;
}

/** These change neither filter nor order. */
const pageArgumentNames = new Set(['first', 'last', 'after', 'before']);

/** Parses arguments without variables only once. */
export function createListArgumentParser(
  { model, which, page, isCounted = false }: PlannedList,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): ParseListArguments {
  const variableNames = variableArgumentNames(nodes);
  const readArguments = createArgumentReader(field, nodes, operation, variableNames);
  const parseFilter = [...variableNames].every((name) => pageArgumentNames.has(name))
    ? memoize(which)
    : which;
  const parse: ParseListArguments = (variables) => {
    const args = readArguments(variables);
    checkPageArguments(args);
    const { where, order } = parseFilter(args);
    requireFilterPermissions(operation, { model, where, order }, nodes);
    const cursor = parseCursor(model, order, args.cursor);
    const size = pageSizeOf(args);
    const bound = bindRows({
      orderBy: order,
      where,
      behind: isCounted ? undefined : cursor?.position,
      fromEnd: isBackwardPage(args),
      // The extra row shows whether another page follows.
      limit: page ? size : size + 1,
      ...(page && { page }),
    });
    return {
      args,
      where,
      order,
      cursor,
      customFields: customFieldReferencesOf({ where, order }),
      ...bound,
    };
  };
  return variableNames.size > 0 ? parse : memoize(parse);
}

function variableArgumentNames([node]: FieldNodes): ReadonlySet<string> {
  const names = new Set<string>();
  for (const argument of node?.arguments ?? []) {
    const addName = () => void names.add(argument.name.value);
    visit(argument, { [Kind.VARIABLE]: addName });
  }
  return names;
}

function createArgumentReader(
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
  variableNames: ReadonlySet<string>,
): (variables: Record<string, unknown>) => ConnectionArguments {
  const withArguments = (isVariable: boolean) => ({
    ...field,
    args: field.args.filter(({ name }) => variableNames.has(name) === isVariable),
  });
  const [constantField, variableField] = [withArguments(false), withArguments(true)];
  const readConstants = memoize(() => argumentsOf(constantField, nodes, operation));
  return (variables) => {
    const variableArguments = argumentsOf(variableField, nodes, { ...operation, variables });
    return toListArguments(field, { ...readConstants(undefined), ...variableArguments });
  };
}

/** Caches the first result, but no error. */
function memoize<G, R extends object>(work: (input: G) => R): (input: G) => R {
  let result: R | undefined;
  return (input) => {
    result ??= work(input);
    return result;
  };
}

const orderArgument = 'orderBy';

/** Whether the plan depends on an argument: a list's order determines the columns to read. */
export function isPlanArgument(
  field: Pick<AnyField, 'extensions'> | null | undefined,
  name: string,
): boolean {
  const { read } = (field?.extensions ?? {}) as ReadExtensions;
  return (read?.kind !== 'page' && read?.kind !== 'changes') || name === orderArgument;
}

/** @throws ActionError, GraphQLError */
export function nestedListOrder(
  which: ListSource['which'],
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): ListOrder {
  const orderField = { ...field, args: field.args.filter(({ name }) => name === orderArgument) };
  return which(listArgumentsOf(orderField, nodes, operation)).order;
}
