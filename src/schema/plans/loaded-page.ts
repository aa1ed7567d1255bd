import type { ConnectionArguments } from '../pages.ts';

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

/** A connection, as the fields of its type read it. */
export class LoadedPage {
  readonly parent: object;
  readonly args: ConnectionArguments;
  readonly edges: readonly Edge[];
  readonly #hasMore: boolean;

  /** `rows` are one more than the page is long, where there are more. */
  constructor(
    parent: object,
    args: ConnectionArguments,
    rows: readonly object[],
    size: number,
    format: FormatCursor,
  ) {
    this.parent = parent;
    this.args = args;
    this.#hasMore = rows.length > size;
    const backward = isGiven(args.before) || isGiven(args.last);
    const shown = this.#hasMore ? rows.slice(...(backward ? [1] : [0, size])) : rows;
    this.edges = shown.map((row) => new Edge(row, format));
  }

  get pageInfo() {
    const { args, edges } = this;
    const backward = isGiven(args.before) || isGiven(args.last);
    return {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: isGiven(args.before) || (!isGiven(args.last) && this.#hasMore),
      hasPreviousPage: isGiven(args.after) || (backward && this.#hasMore),
    };
  }
}

const isGiven = (argument: unknown) => argument !== null && argument !== undefined;
