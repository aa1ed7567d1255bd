import type { Context } from '../../platform/context/context.ts';
import { backwards } from '../../query/keyset-pagination.ts';
import type { ListedModel } from '../../query/list-queries.ts';
import { count, existsFrom } from '../../query/list-queries.ts';
import type { Place } from '../core/list-cursors.ts';
import { writeCursor } from '../core/list-cursors.ts';
import type { Which } from '../core/list-definitions.ts';
import { childCount } from '../core/loaders.ts';
import type { Row } from './row.ts';
import { keyColumn } from './row.ts';

/** What is told of a page beside its records; what nobody asks for is not made. */

/** What a page is made of. */
export interface Loaded extends Which {
  model: ListedModel;
  /** The record that the list belongs to, and the column by which its records refer to it; undefined at the root. */
  parent: { column: string; id: string | number } | undefined;
  backward: boolean;
  place: Place | undefined;
  /** The page's records, without the one by which it is known that there are more. */
  rows: readonly Row[];
  hasMore: boolean;
}

export class LoadedPage {
  readonly #loaded: Loaded;
  readonly #context: Context;
  #others: Promise<boolean> | undefined;
  #total: Promise<number> | undefined;

  constructor(loaded: Loaded, context: Context) {
    this.#loaded = loaded;
    this.#context = context;
  }

  /** The cursor of the record at an index, by the columns of the order, which were read with it. */
  cursor(index: number): string {
    const { model, order, rows } = this.#loaded;
    const row = rows[index] as Row;
    const columnOf = (column: string) => row[keyColumn(column)];
    return writeCursor(this.#context.accountId, model, order, columnOf);
  }

  get pageInfo() {
    const { backward, hasMore, rows } = this.#loaded;
    const others = () => this.#hasOthers();
    const cursor = (index: number) => (rows.length > 0 ? this.cursor(index) : null);
    return {
      get startCursor() {
        return cursor(0);
      },
      get endCursor() {
        return cursor(rows.length - 1);
      },
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
    const { model, where, parent } = this.#loaded;
    this.#total ??= parent
      ? childCount(this.#context, { model, ...parent }, { where })
      : count(this.#context, model, where);
    return this.#total;
  }

  /** Whether the list has records on the other side of the place from which the page goes on; none where it began. */
  #hasOthers(): Promise<boolean> | boolean {
    const { model, where, place, parent } = this.#loaded;
    if (place === undefined) return false;
    const from = backwards(place.position);
    this.#others ??= parent
      ? childCount(this.#context, { model, ...parent }, { where, from }).then((found) => found > 0)
      : existsFrom(this.#context, model, where, from);
    return this.#others;
  }
}
