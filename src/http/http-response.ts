/** A response that is written to Node directly, or converted to a `Response` of the Fetch API. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

export const toFetchResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers });
