import { getModel } from '@pothos/plugin-prisma';
import type { Context } from '../../domain/kernel/context.ts';
import { typeOfId } from '../../domain/kernel/ids.ts';
import { backwards } from '../../domain/reader/keyset.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import { count, existsFrom } from '../../domain/reader/lists.ts';
import { builder } from './builder.ts';
import type { Place } from './cursors.ts';
import { writeCursor } from './cursors.ts';
import type { Which } from './listings.ts';
import { childCount } from './loaders.ts';

/** A page of a list whose rows are there already; what nobody asks for is not made. */

type FormatCursor = (row: object) => string;

class Edge {
  readonly node: object;
  readonly #format: FormatCursor;

  constructor(node: object, format: FormatCursor) {
    this.node = node;
    this.#format = format;
  }

  get cursor(): string {
    return this.#format(this.node);
  }
}

/** What a page is made of. */
export interface Loaded extends Which {
  model: ListedModel;
  /** The id of the record that the list belongs to; undefined at the root. */
  parentId: string | number | undefined;
  backward: boolean;
  place: Place | undefined;
  /** The page's records, without the one by which it is known that there are more. */
  rows: readonly object[];
  hasMore: boolean;
  /** The value that a row has in a column of the order. */
  columnOf: (row: object, column: string) => unknown;
}

/** A connection, as the fields of its type read it. */
export class LoadedPage {
  readonly edges: readonly Edge[];
  readonly #loaded: Loaded;
  readonly #context: Context;
  #others: Promise<boolean> | undefined;
  #total: Promise<number> | undefined;

  constructor(loaded: Loaded, context: Context) {
    const { model, order, rows, columnOf } = loaded;
    const { accountId } = context;
    const format = (row: object) =>
      writeCursor(accountId, model, order, (column) => columnOf(row, column));
    this.edges = rows.map((row) => new Edge(row, format));
    this.#loaded = loaded;
    this.#context = context;
  }

  get nodes(): readonly object[] {
    return this.#loaded.rows;
  }

  get pageInfo() {
    const { backward, hasMore } = this.#loaded;
    const { edges } = this;
    const others = () => this.#hasOthers();
    return {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      get hasNextPage() {
        return backward ? others() : hasMore;
      },
      get hasPreviousPage() {
        return backward ? hasMore : others();
      },
    };
  }

  /** How many records all pages have; of a nested list, together with those of all its parent's siblings. */
  total(): Promise<number> {
    const { model, where, parentId } = this.#loaded;
    this.#total ??=
      parentId === undefined
        ? count(this.#context, model, where)
        : childCount(this.#context, parentOf(model, parentId), { where });
    return this.#total;
  }

  /** Whether the list has records on the other side of the place from which the page goes on; none where it began. */
  #hasOthers(): Promise<boolean> | boolean {
    const { model, where, place, parentId } = this.#loaded;
    if (place === undefined) return false;
    const from = backwards(place.position);
    this.#others ??=
      parentId === undefined
        ? existsFrom(this.#context, model, where, from)
        : childCount(this.#context, parentOf(model, parentId), { where, from }).then(
            (found) => found > 0,
          );
    return this.#others;
  }
}

/** The column by which a model refers to the type of record that has an id. */
function parentOf(model: ListedModel, id: string | number) {
  const type = typeof id === 'number' ? 'User' : typeOfId(id);
  const { fields } = getModel(model, builder);
  const relation = fields.find((field) => field.type === type && field.relationFromFields);
  const column = relation?.relationFromFields?.at(-1);
  if (column === undefined) throw new Error(`${model} has no column for ${type}.`);
  return { model, column, id };
}
