import type { ASTNode, DocumentNode, GraphQLError, SourceLocation } from 'graphql';
import { visit } from 'graphql';

/**
 * graphql-js reads the text from its start for every error and keeps all comments: 100 errors in a long text
 * would take seconds.
 */

const positionKey = Symbol('position of a node in the text of its operation');

interface NodePosition {
  /** Offset in the text. */
  start: number;
  text: LinedText;
}

type Placed = ASTNode & { [positionKey]?: NodePosition };

/** Finds line starts lazily. */
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

/** Binary search: the number of values at most `most`. */
function countUpTo(ascending: readonly number[], maximum: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= maximum) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function attachSourceLocations(document: DocumentNode, text: string): void {
  if ((document as Placed)[positionKey]) return;
  const lined = new LinedText(text);
  visit(document, {
    enter: (node) => {
      const place: NodePosition = { start: node.loc?.start ?? 0, text: lined };
      Object.assign(node, { [positionKey]: place, loc: undefined });
    },
  });
}

export function locationsOfError({
  locations,
  nodes,
}: Pick<GraphQLError, 'locations' | 'nodes'>): readonly SourceLocation[] | undefined {
  if (locations) return locations;
  const positions = nodes?.flatMap((node) => (node as Placed)[positionKey] ?? []) ?? [];
  return positions.length === 0 ? undefined : positions.map(({ start, text }) => text.at(start));
}
