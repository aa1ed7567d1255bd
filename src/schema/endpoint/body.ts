import type { ExecutionResult, GraphQLError } from 'graphql';

/** A result as it is sent. */
export function bodyOf(result: ExecutionResult): string {
  return JSON.stringify({ ...result, errors: result.errors?.map(withoutHttp) });
}

/** The status is the answer's, not the body's. */
function withoutHttp(error: GraphQLError): object {
  const { extensions = {}, ...rest } = error.toJSON();
  const { http: _, ...shown } = extensions;
  return { ...rest, extensions: shown };
}
