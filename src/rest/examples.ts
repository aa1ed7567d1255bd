import type { z } from 'zod';
import type { Presentation } from '../domain/kernel/fields.ts';
import { fieldInfo } from '../domain/kernel/fields.ts';

/** Of a record as it is answered, what an input takes: the example of sending a whole record back. */
export function asInput(schema: z.ZodObject, record: unknown): Record<string, unknown> {
  const fields = Object.entries(record as object).filter(([name]) =>
    Object.hasOwn(schema.shape, name),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      partAsInput(fieldInfo(schema.shape[name])?.presentation, value),
    ]),
  );
}

function partAsInput(presentation: Presentation | undefined, value: unknown): unknown {
  if (value === null) return value;
  if (presentation?.kind === 'object') return asInput(presentation.schema, value);
  if (presentation?.kind !== 'list') return value;
  return (value as unknown[]).map((entry) => partAsInput(presentation.of, entry));
}
