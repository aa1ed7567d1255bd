import { mutationResultSelection } from './forms.ts';
import { RequestError, requestGraphql } from './graphql-client.ts';

/**
 * Calls a mutation with one input.
 * @throws RequestError with the service's message
 */
export async function runRecordMutation(name: string, type: string, input: object): Promise<void> {
  const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${mutationResultSelection} } }`;
  const data = await requestGraphql<Record<string, { code?: string; message?: string }>>(mutation, {
    input,
  });
  const { code, message } = data[name] ?? {};
  if (message) throw new RequestError(message, code);
}
