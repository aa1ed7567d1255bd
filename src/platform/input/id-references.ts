import type { z } from 'zod';
import type { FieldPresentation } from './field-metadata.ts';
import { fieldInfoOf } from './field-metadata.ts';

export const hasIdReferences = ({ shape }: z.ZodObject): boolean =>
  Object.values(shape).some((field) => {
    const info = fieldInfoOf(field);
    return info !== undefined && holdsId(info.presentation);
  });

function holdsId(presentation: FieldPresentation): boolean {
  if (presentation.kind === 'list') return holdsId(presentation.of);
  if (presentation.kind === 'object') return hasIdReferences(presentation.schema);
  return presentation.kind === 'scalar' && presentation.name === 'ID';
}
