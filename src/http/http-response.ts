export interface HttpResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

export const toFetchResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers });
