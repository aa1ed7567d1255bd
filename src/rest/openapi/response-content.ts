import { z } from 'zod';
import type { Route } from '../core/route.ts';

/** JSON, or a file. */
export function contentOf({ example, mediaTypes }: Route, schema: z.ZodType) {
  if (!mediaTypes) return { 'application/json': { schema, ...exampleOf(example.output) } };
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
}

export function exampleOf(value: unknown) {
  return { examples: { example: { summary: 'Example', value } } };
}

export const nextPartHeader = z.string().optional().meta({
  description:
    'Next page of the list, if there is one; always for lists of events: `</public/action/…?cursor=…>; rel="next"`, relative to this address.',
});
