import type { z } from 'zod';
import { fileTooLargeError, receiveFile } from '../../domain/attachments/attached-file.ts';
import { attachmentServicesOf, bytesPerMegabyte } from '../../domain/attachments/services.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { FileBody } from '../../platform/operations/operations.ts';
import { bodyOf } from './form-input.ts';
import { incompleteBodyError } from './json-body.ts';
import { parseQueryString } from './query-string.ts';

/** A body without a media type is a file if it is not empty. */
export function isFileBody({ headers }: HttpRequest): boolean {
  const type = headers.get('content-type') ?? '';
  if (type !== '') return !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);
  return (
    Number(headers.get('content-length') ?? 0) > 0 || headers.get('transfer-encoding') !== null
  );
}

const formError = () =>
  new ActionError(
    'unsupported_media_type',
    'The body must be the file itself, not a form. With curl, send --data-binary @invoice.xml instead of -F.',
  );

/**
 * Receives the body as a file, which is not stored.
 * @throws ActionError unsupported_media_type, body_too_large, malformed_json, invalid_input
 */
export async function readFileBody(
  context: Pick<Context, 'services'>,
  { field, maxMegabytes }: FileBody,
  schema: z.ZodObject,
  request: HttpRequest,
): Promise<Record<string, unknown>> {
  if (/^multipart\//i.test(request.headers.get('content-type') ?? '')) throw formError();
  const parameters = parseQueryString(new URL(request.url).search, schema);
  const { fileMegabytes } = attachmentServicesOf(context).limits;
  const limit = Math.min(fileMegabytes, maxMegabytes);
  if (Number(request.headers.get('content-length') ?? 0) > limit * bytesPerMegabyte)
    throw fileTooLargeError(field, limit);
  const source = { field, fileName: '', maxMegabytes };
  const file = await receiveFile(context, bodyOf(request), source).catch((error) => {
    throw incompleteBodyError(error);
  });
  return { ...parameters, [field]: file };
}
