import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import {
  AttachedFile,
  fileTooLargeError,
  receiveFile,
} from '../../domain/attachments/attached-file.ts';
import { attachmentServicesOf, bytesPerMegabyte } from '../../domain/attachments/services.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import { NodeRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { ParameterValues, parseQueryString } from './query-string.ts';
import type { Route } from './route.ts';

export type FormInput = Extract<Route['input'], { from: 'form' }>;

type Fields = Record<string, unknown>;

/** Of the parts that are no file. */
const formLimits = { fieldSize: 65_536, fields: 100, files: 10, headerPairs: 20 };

/**
 * Fields of the body take precedence over parameters of the query. A file is received, but not stored.
 * @throws ActionError unsupported_media_type, body_too_large, malformed_json, invalid_input
 */
export async function readFormInput(
  context: Pick<Context, 'services'>,
  form: FormInput,
  request: HttpRequest,
  readJson: () => Promise<unknown>,
): Promise<Fields> {
  const { fileField, schema } = form;
  const parameters = parseQueryString(new URL(request.url).search, schema);
  const type = request.headers.get('content-type') ?? '';
  if (/^multipart\/form-data\s*(;|$)/i.test(type)) {
    return { ...parameters, ...(await readMultipart(context, request, type, form)) };
  }
  if (fileField !== undefined && type !== '') {
    throw new ActionError(
      'unsupported_media_type',
      `The body must be a form with the file in the field ${fileField}, sent with the header Content-Type: multipart/form-data.`,
    );
  }
  const body = await readJson();
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...parameters, ...body }
    : (body as Fields);
}

export async function discardReceivedFiles(input: unknown): Promise<void> {
  for (const value of Object.values(input ?? {}))
    if (value instanceof AttachedFile) await value.spooled.discard();
}

const malformedFormError = (message: string) =>
  invalidInputError([{ path: '', code: 'invalid_format', message }]);

const severalFilesError = (path = '') =>
  invalidInputError([{ path, code: 'too_many', message: 'must be the only file of the form' }]);

async function readMultipart(
  context: Pick<Context, 'services'>,
  request: HttpRequest,
  contentType: string,
  form: FormInput,
): Promise<Fields> {
  requireAnnouncedSize(context, request, form.fileField);
  const reader = new FormReader(context, createParser(contentType), form);
  try {
    return await reader.read(bodyOf(request));
  } catch (error) {
    await reader.discard();
    throw error;
  }
}

class FormReader {
  readonly #context: Pick<Context, 'services'>;
  readonly #parser: BusboyInstance;
  readonly #fileField: string | undefined;
  readonly #fields: ParameterValues;
  readonly #streams: BusboyFileStream[] = [];
  readonly #files: Promise<void>[] = [];
  #fileCount = 0;

  constructor(
    context: Pick<Context, 'services'>,
    parser: BusboyInstance,
    { fileField, schema }: FormInput,
  ) {
    this.#context = context;
    this.#parser = parser;
    this.#fileField = fileField;
    this.#fields = new ParameterValues(schema);
  }

  async read(source: Readable): Promise<Fields> {
    const parser = this.#parser;
    try {
      await new Promise<void>((resolve, reject) => {
        const incomplete = () => reject(malformedFormError('ended before it was complete'));
        parser.on('field', (name: string, value: string) => this.#fields.add(name, value));
        parser.on('file', (name: string, stream: BusboyFileStream, fileName?: string) => {
          this.#receive(name, stream, fileName)?.catch(reject);
        });
        parser.on('finish', resolve);
        parser.on('error', incomplete);
        source.on('error', incomplete);
        source.on('close', () => source.readableEnded || incomplete());
        if (source.destroyed) incomplete();
        source.pipe(parser);
      });
      await Promise.all(this.#files);
      return Object.fromEntries(this.#fields);
    } finally {
      source.unpipe(parser);
    }
  }

  /** @throws ActionError invalid_input for a second file */
  #receive(name: string, stream: BusboyFileStream, fileName: string | undefined) {
    // The parser also emits its errors on the stream of the current file.
    stream.on('error', () => undefined);
    this.#streams.push(stream);
    if (this.#fileField !== undefined && fileName !== undefined) this.#fileCount += 1;
    if (this.#fileCount > 1) return Promise.reject(severalFilesError(this.#fileField));
    if (name !== this.#fileField || this.#fields.has(name) || fileName === undefined) {
      stream.resume();
      return undefined;
    }
    this.#fields.set(name, null);
    const source = { field: name, fileName: decodeFormName(fileName) };
    const received = receiveFile(this.#context, stream, source).then((file) => {
      this.#fields.set(name, file);
    });
    this.#files.push(received);
    return received;
  }

  async discard(): Promise<void> {
    this.#parser.destroy();
    for (const stream of this.#streams) stream.destroy();
    await Promise.allSettled(this.#files);
    await discardReceivedFiles(Object.fromEntries(this.#fields));
  }
}

/** @throws ActionError body_too_large before the body is read */
function requireAnnouncedSize(
  context: Pick<Context, 'services'>,
  { headers }: HttpRequest,
  fileField = '',
): void {
  const { fileMegabytes } = attachmentServicesOf(context).limits;
  const maxBytes = fileMegabytes * bytesPerMegabyte + formLimits.fieldSize * formLimits.fields;
  if (Number(headers.get('content-length') ?? 0) > maxBytes)
    throw fileTooLargeError(fileField, fileMegabytes);
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: formLimits });
  } catch {
    throw malformedFormError('must be a multipart form with a boundary');
  }
}

/** Forms of browsers encode only these characters. */
const decodeFormName = (name: string): string =>
  name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, ' ');

export function bodyOf(request: HttpRequest): Readable {
  if (request instanceof NodeRequest) return request.incoming;
  return request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]);
}
