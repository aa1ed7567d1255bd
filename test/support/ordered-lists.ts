import { rootLists } from './graphql.ts';
import { orderColumns } from './read-orders.ts';

/** The lists at the root in each of their orders, and how a page of one is asked for. */

export interface OrderedList {
  name: string;
  field: string;
  model: string;
  /** Undefined for the usual order. */
  column: string | undefined;
  direction: 'ASC' | 'DESC';
  all: string;
}

export const orderedLists: readonly OrderedList[] = rootLists().flatMap(({ field, node }) => {
  const columns = orderColumns(field);
  const all = field.args.flatMap(({ name }) => (/^include/.test(name) ? [`, ${name}: true`] : []));
  const list = { field: field.name, model: node.name, all: all.join('') };
  const standard: OrderedList = { ...list, name: field.name, column: undefined, direction: 'ASC' };
  return [
    standard,
    ...columns.flatMap((column) =>
      (['ASC', 'DESC'] as const).map((direction) => ({
        ...list,
        name: `${field.name} by ${column} ${direction}`,
        column,
        direction,
      })),
    ),
  ];
});

export interface ListPage {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** A query for a page, which returns it as `list`; its arguments may name the variable `$cursor`. */
export const sourceOf = ({ field, column, direction, all }: OrderedList, args: string) => {
  const order = column === undefined ? '' : `, orderBy: [{ ${column}: ${direction} }]`;
  const head = args.includes('$cursor') ? 'query ($cursor: String)' : '';
  return `${head} { list: ${field}(${args}${order}${all}) { edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
};
