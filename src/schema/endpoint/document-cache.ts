import type { DocumentNode } from 'graphql';

/** How much text the operations have that are kept, all of them and the longest: a document takes many times its text. */
const mostText = { all: 1_000_000, one: 20_000 };

/** How many operations are kept. */
const mostDocuments = 1_024;

/** Keeps the documents of the operations that were sent last, by their texts, as far as their size goes. */
export class DocumentCache {
  readonly #documents = new Map<string, DocumentNode>();
  #text = 0;
  /** The one that was sent last, which needs no new place. */
  #last: string | undefined;

  /** How long the texts are of all documents that are kept. */
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
    if (text.length > mostText.one) return;
    this.#forget(text);
    this.#documents.set(text, document);
    this.#last = text;
    this.#text += text.length;
    for (const oldest of this.#documents.keys()) {
      if (this.#text <= mostText.all && this.#documents.size <= mostDocuments) return;
      this.#forget(oldest);
    }
  }

  #forget(text: string): void {
    if (this.#documents.delete(text)) this.#text -= text.length;
  }
}

/** Faults of texts that cannot be read are not kept: each is found as fast as it was the first time, and holds its text. */
export const noDocumentCache = { get: () => undefined, set: () => undefined };
