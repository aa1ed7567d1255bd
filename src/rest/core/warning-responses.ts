import { z } from 'zod';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';
import { RecordJson } from './record-responses.ts';
import { defineSerializer, text, withDescription } from './serializer.ts';

export const warningSerializer = defineSerializer<OperationWarning>()(
  'InvoiceWarning',
  'A problem of an invoice that does not prevent the operation.',
  {
    path: withDescription(text, 'The field that it is about.'),
    code: withDescription(text, 'Stable code of the problem.'),
    message: withDescription(text, 'The problem and its solution.'),
  },
);

type WithWarnings = WrittenRecord & { warnings: readonly OperationWarning[] };

/** The record with the field `warnings`. A replay that reads the record again has none. */
export function warningsResponse(
  { readAgain, read, schema, tree }: WriteResponse<WrittenRecord>,
  description: string,
): WriteResponse<WithWarnings> {
  const { id, description: ofRecord } = schema.meta() ?? {};
  const append = ({ body, version, written }: RecordJson, warnings: WithWarnings['warnings']) =>
    new RecordJson(
      `${body.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`,
      written,
      version,
    );
  return {
    tree,
    schema: (schema as z.ZodObject)
      .extend({ warnings: z.array(warningSerializer.schema).meta({ description }) })
      .meta({ id: `${id}WithWarnings`, ...(ofRecord && { description: ofRecord }) }),
    read: async (context, written) => append(await read(context, written), written.warnings),
    readAgain: async (context, written) => append(await readAgain(context, written), []),
  };
}
