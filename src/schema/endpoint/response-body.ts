import type { ExecutionResult, GraphQLError } from 'graphql';

/** `data` that is JSON already. */
export class SerializedData {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

export function serializeResult({ data, ...result }: ExecutionResult): string {
  const { errors } = result;
  const rest = { ...result, ...(errors && { errors: errors.map(withoutHttpExtension) }) };
  if (!((data as unknown) instanceof SerializedData)) {
    return JSON.stringify(data === undefined ? rest : { ...rest, data });
  }
  const { json } = data as unknown as SerializedData;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{"data":${json}${others && `,${others}`}}`;
}

/** `http` is for the response status only. */
function withoutHttpExtension(error: GraphQLError): object {
  const { extensions = {}, ...rest } = error.toJSON();
  const { http: _, ...publicExtensions } = extensions;
  return { ...rest, extensions: publicExtensions };
}
