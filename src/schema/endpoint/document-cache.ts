import type { DocumentNode } from 'graphql';

/** Characters: a parsed document takes many times its text. */
const maxTextLength = { all: 1_000_000, one: 20_000 };

const maxDocuments = 1_024;

export class DocumentCache {
  readonly #documents = new Map<string, DocumentNode>();
  #text = 0;
  /** The most recently used text: already the last entry. */
  #last: string | undefined;

  get textLength(): number {
    return this.#text;
  }

  get(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document === undefined || text === this.#last) return document;
    this.#last = text;
    this.#documents.delete(text);
    this.#documents.set(text, document);
    return document;
  }

  set(text: string, document: DocumentNode): void {
    if (text.length > maxTextLength.one) return;
    this.#forget(text);
    this.#documents.set(text, document);
    this.#last = text;
    this.#text += text.length;
    for (const oldest of this.#documents.keys()) {
      if (this.#text <= maxTextLength.all && this.#documents.size <= maxDocuments) return;
      this.#forget(oldest);
    }
  }

  #forget(text: string): void {
    if (this.#documents.delete(text)) this.#text -= text.length;
  }
}

/** Parse errors are not cached: an error keeps its text in memory, and parsing again is fast. */
export const noDocumentCache = { get: () => undefined, set: () => undefined };
