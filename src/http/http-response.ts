/** An answer of a door: what is written to Node as it is, or made a `Response` for the Fetch API. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

export const toFetchResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers });
