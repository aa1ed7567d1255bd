import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { RecordJson, WriteResponse, WrittenRecord } from './record-responses.ts';
import { SecretRecordJson } from './record-responses.ts';

/** The response of a write that issues a secret. The response to a retry is the error secret_not_kept. */
export function secretResponse<W extends { record: WrittenRecord }>(
  { read, schema, tree }: WriteResponse<WrittenRecord>,
  name: keyof W & string,
  description: string,
): WriteResponse<W> {
  const shown = z.string().meta({ description: `${description} It is only in this response.` });
  return {
    tree,
    schema: (schema as z.ZodObject).extend({ [name]: shown }).meta({
      ...{ id: `${String(schema.meta()?.id)}WithSecret`, description: schema.meta()?.description },
    }),
    read: async (context: Context, written: W) => {
      const record: RecordJson = await read(context, written.record);
      const body = `${record.body.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(written[name])}}`;
      return new SecretRecordJson(body, record.written, record.version);
    },
    readAgain: async () => {
      throw new ActionError(
        'secret_not_kept',
        `The field ${name} is a secret that was only in the first response. If you lost it, create a new one.`,
      );
    },
  };
}
