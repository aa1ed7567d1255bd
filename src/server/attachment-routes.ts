import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { Database } from '../database/client/client.ts';
import type { LinkedFile } from '../domain/attachments/links.ts';
import { findLinkedFile, verifyAttachmentLink } from '../domain/attachments/links.ts';
import type { AttachmentServices } from '../domain/attachments/services.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { responseHeaders } from '../rest/core/error-responses.ts';

export interface AttachmentRoutesOptions {
  database: Pick<Database, 'prisma'>;
  services: AttachmentServices;
  requestId: (request: Request) => string;
}

/** Downloads by signed links, which need no session or key. */
export function createAttachmentRoutes({
  database,
  requestId,
  services,
}: AttachmentRoutesOptions): Hono {
  const app = new Hono();
  app.get('/:link', async ({ req }) => {
    const link = await verifyAttachmentLink(services, req.param('link'), new Date());
    const file = link && (await findLinkedFile(database.prisma, link));
    if (!link || !file) throw invalidLinkError();
    const headers = { ...responseHeaders(requestId(req.raw)), ...fileHeaders(file) };
    if (req.method === 'HEAD') return new Response(null, { headers });
    const { accountId } = link;
    const content = await services.store.open({ accountId, sha256: file.sha256 });
    if (!content) throw new Error(`The file of attachment ${link.id} is missing in the store.`);
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  });
  return app;
}

const invalidLinkError = () =>
  new ActionError(
    'record_not_found',
    'This link has expired or is invalid, or the attachment was deleted. Read the attachment again to get a new link.',
  );

/** Browsers must not show the file as a page of this service. */
const fileHeaders = ({ contentType, fileName, size }: LinkedFile): Record<string, string> => ({
  'content-type': contentType,
  'content-length': String(size),
  'content-disposition': contentDisposition(fileName),
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
});

/** RFC 6266. Clients that do not know `filename*` take the ASCII name. */
function contentDisposition(fileName: string): string {
  const asciiName = fileName.replace(/[^\x20-\x7e]|["%\\/]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
