import type { ASTNode, DocumentNode, GraphQLError, SourceLocation } from 'graphql';
import { visit } from 'graphql';

/**
 * The places of an operation's nodes in its text. The library reads the text from its start for every fault it makes, and
 * keeps each comment as long as the document: a text of nothing but lines, with a hundred faults behind them, would take
 * it seconds, and documents that are kept would take all memory. So its own locations are taken off the nodes.
 */

const placeOf = Symbol('position of a node in the text of its operation');

interface Place {
  /** How many characters stand before the node. */
  start: number;
  text: LinedText;
}

type Placed = ASTNode & { [placeOf]?: Place };

/** A text whose lines are looked for once, and only when a place in it is asked for. */
class LinedText {
  readonly #text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  at(position: number): SourceLocation {
    this.#lineStarts ??= lineStartsOf(this.#text);
    const line = countUpTo(this.#lineStarts, position);
    return { line, column: position - (this.#lineStarts[line - 1] ?? 0) + 1 };
  }
}

function lineStartsOf(text: string): number[] {
  const ends = /\r\n|[\n\r]/g;
  const starts = [0];
  while (ends.exec(text)) starts.push(ends.lastIndex);
  return starts;
}

/** How many of ascending numbers are at most as large as another. */
function countUpTo(ascending: readonly number[], most: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Notes the places of a document's nodes, and takes the library's locations off them. Done again, it changes nothing. */
export function attachSourceLocations(document: DocumentNode, text: string): void {
  if ((document as Placed)[placeOf]) return;
  const lined = new LinedText(text);
  visit(document, {
    enter: (node) => {
      const place: Place = { start: node.loc?.start ?? 0, text: lined };
      Object.assign(node, { [placeOf]: place, loc: undefined });
    },
  });
}

/** Where in the text of its operation an error is; undefined where nothing says so. */
export function locationsOfError({
  locations,
  nodes,
}: Pick<GraphQLError, 'locations' | 'nodes'>): readonly SourceLocation[] | undefined {
  if (locations) return locations;
  const places = nodes?.flatMap((node) => (node as Placed)[placeOf] ?? []) ?? [];
  return places.length === 0 ? undefined : places.map(({ start, text }) => text.at(start));
}
