import { z } from 'zod';
import type { HttpResponse } from '../../http/http-response.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Route, RouteDescription } from './route.ts';

interface File {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}

/** A response that is a file instead of JSON. */
export class FileResponse {
  readonly #file: File;

  constructor(file: File) {
    this.#file = file;
  }

  toHttpResponse(headers: Record<string, string>, isHead: boolean): HttpResponse {
    const { bytes, fileName, mediaType } = this.#file;
    const fileHeaders = {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    };
    const body = isHead ? null : new Response(new Uint8Array(bytes)).body;
    return { status: 200, headers: { ...headers, ...fileHeaders }, body };
  }
}

export function defineFileRoute(
  route: Omit<RouteDescription, 'example'> & {
    input: z.ZodObject;
    scopes: Route['scopes'];
    mediaTypes: readonly string[];
    example: { input: unknown };
    handle: (context: Context, input: Record<string, unknown>) => Promise<File>;
  },
): Route {
  const { handle, input, ...rest } = route;
  return {
    base: 'action',
    ...rest,
    ...{ method: 'GET', input: { from: 'query', schema: input }, optionalScopes: [] },
    output: z.string().meta({ format: 'binary' }),
    example: { ...route.example, output: '' },
    handle: async (context, given) => new FileResponse(await handle(context, given)),
  };
}
