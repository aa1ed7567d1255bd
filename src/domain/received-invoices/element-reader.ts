import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import type { FileError } from './file-error.ts';
import { ReceivedFileError } from './file-error.ts';
import type { XmlElement } from './xml-parser.ts';

const maxErrors = 20;
const decimal = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/;

/** Reads values by paths of local names, like "Party/PartyName/Name"; '' is the element itself. An element that is missing has no values. */
export class ElementReader {
  readonly #element: XmlElement | undefined;
  /** Shared by all readers of a document. */
  readonly #errors: FileError[];

  constructor(element: XmlElement | undefined, errors: FileError[]) {
    this.#element = element;
    this.#errors = errors;
  }

  get isMissing(): boolean {
    return this.#element === undefined;
  }

  /** The first element of the path. */
  at(path: string): ElementReader {
    return new ElementReader(this.#find(path), this.#errors);
  }

  all(path: string): ElementReader[] {
    const names = path.split('/');
    const last = names.pop() as string;
    const parent = names.length === 0 ? this.#element : this.#find(names.join('/'));
    const found = parent?.children.filter(({ name }) => name === last) ?? [];
    return found.map((element) => new ElementReader(element, this.#errors));
  }

  attribute(name: string): string | null {
    return this.#element?.attributes[name]?.trim() || null;
  }

  text(path: string): string | null {
    const text = this.#find(path)?.text;
    return text === undefined ? null : toSingleLine(text) || null;
  }

  /** As written, for exact arithmetic. */
  amount(path: string): string | null {
    return this.#read(path, 'is no decimal number', (text) => (decimal.test(text) ? text : null));
  }

  /** A date as written by UBL or CII. */
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
    const element = this.#find(path);
    const text = element?.text.trim();
    if (!element || !text) return null;
    const value = parse(text);
    if (value !== null) return value;
    this.#report(`line ${element.line}, ${element.name}: "${text.slice(0, 40)}" ${problem}`);
    return null;
  }

  #find(path: string): XmlElement | undefined {
    let element = this.#element;
    if (path === '') return element;
    for (const step of path.split('/'))
      element = element?.children.find(({ name }) => name === step);
    return element;
  }
}
