/** Changes of records by a button: what is refused is told in words. */

import { ask, Refusal } from './graphql-client.ts';
import { faults } from './forms.ts';

/** Calls a mutation that takes one input. @throws Refusal in the service's words */
export async function change(name: string, type: string, input: object): Promise<void> {
  const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${faults} } }`;
  const answered = await ask<Record<string, { message?: string }>>(mutation, { input });
  const message = answered[name]?.message;
  if (message) throw new Refusal(message);
}
