/** Changes of records by a button: what is refused is told in words. */

import { mutationResultSelection } from './forms.ts';
import { RequestError, requestGraphql } from './graphql-client.ts';

/** Calls a mutation that takes one input. @throws RequestError in the service's words */
export async function runRecordMutation(name: string, type: string, input: object): Promise<void> {
  const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${mutationResultSelection} } }`;
  const answered = await requestGraphql<Record<string, { message?: string }>>(mutation, { input });
  const message = answered[name]?.message;
  if (message) throw new RequestError(message);
}
