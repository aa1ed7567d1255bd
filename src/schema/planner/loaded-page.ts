import type { Context } from '../../platform/context/context.ts';
import { reverseOrder } from '../../query/keyset-pagination.ts';
import type { ListCursor } from '../../query/list-cursors.ts';
import { formatCursor } from '../../query/list-cursors.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { countRecords, existsFromPosition } from '../../query/list-queries.ts';
import { countChildren } from '../core/loaders.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';

/** Lazily computed properties of a page. */

export interface LoadedPageData extends FilterAndOrder {
  model: ListableModel;
  /** The parent record and the column that refers to it; undefined at the root. */
  parent: { column: string; id: string | number } | undefined;
  backward: boolean;
  cursor: ListCursor | undefined;
  /** Without the extra row. */
  rows: readonly Row[];
  hasMore: boolean;
}

export class LoadedPage {
  readonly #loaded: LoadedPageData;
  readonly #context: Context;
  #others: Promise<boolean> | undefined;
  #total: Promise<number> | undefined;

  constructor(loaded: LoadedPageData, context: Context) {
    this.#loaded = loaded;
    this.#context = context;
  }

  /** From the order columns of the row. */
  cursor(index: number): string {
    const { model, order, rows } = this.#loaded;
    const row = rows[index] as Row;
    const columnOf = (column: string) => row[hiddenColumnName(column)];
    return formatCursor(this.#context.accountId, model, order, columnOf);
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

  /** Batched with the counts of sibling pages. */
  total(): Promise<number> {
    const { model, where, parent } = this.#loaded;
    this.#total ??= parent
      ? countChildren(this.#context, { model, ...parent }, { where })
      : countRecords(this.#context, model, where);
    return this.#total;
  }

  /** Whether records exist before the position of the cursor. */
  #hasOthers(): Promise<boolean> | boolean {
    const { model, where, cursor, parent } = this.#loaded;
    if (cursor === undefined) return false;
    const from = reverseOrder(cursor.position);
    this.#others ??= parent
      ? countChildren(this.#context, { model, ...parent }, { where, from }).then(
          (found) => found > 0,
        )
      : existsFromPosition(this.#context, model, where, from);
    return this.#others;
  }
}
