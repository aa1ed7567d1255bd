import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import type { FileError } from './file-error.ts';
import { ReceivedFileError } from './file-error.ts';
import type { XmlElement } from './xml-parser.ts';

const maxErrors = 20;
const decimal = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/;

/**
 * Reads values by paths of local names, for example "Party/PartyName/Name" or "Amount/@currencyID". The empty path is the element
 * itself. "|" separates alternatives: the first path with a value counts.
 */
export class ElementReader {
  readonly #element: XmlElement | undefined;
  /** Shared by all readers of a document. */
  readonly #errors: FileError[];

  constructor(element: XmlElement | undefined, errors: FileError[]) {
    this.#element = element;
    this.#errors = errors;
  }

  /** The reader of the first element. A missing element has no values. */
  at(path: string): ElementReader {
    return this.all(path)[0] ?? new ElementReader(undefined, this.#errors);
  }

  all(path: string): ElementReader[] {
    return this.#find(path).map((element) => new ElementReader(element, this.#errors));
  }

  text(path: string): string | null {
    return (
      this.#find(path)
        .map(({ text }) => toSingleLine(text))
        .find(Boolean) ?? null
    );
  }

  /** The text of a decimal number, for exact arithmetic. */
  amount(path: string): string | null {
    return this.#read(path, 'is no decimal number', (text) => (decimal.test(text) ? text : null));
  }

  /** A date in the notation of UBL or CII. */
  date(path: string): string | null {
    return this.#read(path, 'is no date', (text) => {
      const [, year, month, day] =
        /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|[+-]\d\d:\d\d|T.*)?$/.exec(text) ?? [];
      const date = `${year}-${month}-${day}`;
      const time = Date.parse(`${date}T00:00:00Z`);
      return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? null : date;
    });
  }

  required<T>(value: T | null, name: string): T {
    if (value === null) this.#report(`${name} is missing`);
    return value as T;
  }

  /** @throws ReceivedFileError with all errors of the document */
  throwErrors(): void {
    if (this.#errors.length > 0) throw new ReceivedFileError(...this.#errors);
  }

  #report(message: string): void {
    if (this.#errors.length < maxErrors) this.#errors.push({ code: 'invalid_invoice', message });
  }

  #read<T>(path: string, problem: string, parse: (text: string) => T | null): T | null {
    const element = this.#find(path).find(({ text }) => text.trim());
    if (!element) return null;
    const text = element.text.trim();
    const value = parse(text);
    if (value !== null) return value;
    this.#report(`line ${element.line}, ${element.name}: "${text.slice(0, 40)}" ${problem}`);
    return null;
  }

  #find(paths: string): XmlElement[] {
    return paths.split('|').flatMap((path) =>
      path
        .split('/')
        .filter(Boolean)
        .reduce(
          (found, step) =>
            found.flatMap(({ children }) => children.filter(({ name }) => name === step)),
          this.#element ? [this.#element] : [],
        ),
    );
  }
}
