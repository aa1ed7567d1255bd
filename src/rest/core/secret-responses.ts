import { z } from 'zod';
import { missingSecretError } from '../../platform/operations/operation-errors.ts';
import type { SecretDeclaration } from '../../platform/operations/operations.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';
import { SecretRecordJson } from './record-responses.ts';

type SecretResponse = WriteResponse<Record<string, WrittenRecord>>;

/** OpenAPI requires one schema per name. */
const created = new WeakMap<object, SecretResponse>();

/** The response of a write that issues a secret. The response to a retry is the error secret_not_kept. */
export function secretResponse(
  response: WriteResponse<WrittenRecord>,
  secret: SecretDeclaration,
): SecretResponse {
  const withSecret = created.get(response) ?? createSecretResponse(response, secret);
  created.set(response, withSecret);
  return withSecret;
}

function createSecretResponse(
  { read, schema, tree }: WriteResponse<WrittenRecord>,
  { name, description }: SecretDeclaration,
): SecretResponse {
  const shown = z.string().meta({ description: `${description} It is only in this response.` });
  const { id, description: ofRecord } = schema.meta() ?? {};
  return {
    tree,
    schema: (schema as z.ZodObject)
      .extend({ [name]: shown })
      .meta({ id: `${id}WithSecret`, ...(ofRecord && { description: ofRecord }) }),
    read: async (context, issued) => {
      const record = await read(context, issued.record as WrittenRecord);
      const body = `${record.body.slice(0, -1)},"${name}":${JSON.stringify(issued[name])}}`;
      return new SecretRecordJson(body, record.written, record.version);
    },
    readAgain: async () => {
      throw missingSecretError(name);
    },
  };
}
