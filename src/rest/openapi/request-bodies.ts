import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Route } from '../core/route.ts';
import { exampleOf } from './response-content.ts';

export function bodyInputOf(
  { schema, fileBody }: Extract<Route['input'], { from: 'body' }>,
  example: Route['example'],
): Partial<ZodOpenApiOperationObject> {
  const json = { 'application/json': { schema, ...exampleOf(example.input) } };
  if (!fileBody) return { requestBody: { required: true, content: json } };
  const { [fileBody.field]: _, ...parameters } = (schema as z.ZodObject).shape;
  const file = { schema: { type: 'string', format: 'binary' } } as const;
  return {
    requestParams: { query: z.object(parameters) },
    requestBody: {
      required: true,
      content: { ...json, 'application/xml': file, 'application/pdf': file },
    },
  };
}

/** The parameters may be in the query or in the body. */
export function formInputOf(
  { schema, fileField }: Extract<Route['input'], { from: 'form' }>,
  example: Route['example'],
): Partial<ZodOpenApiOperationObject> {
  const { [fileField ?? '']: _, ...parameters } = schema.shape;
  const content = { schema, ...exampleOf(example.input) };
  return {
    requestParams: { query: z.object(parameters) },
    requestBody: {
      required: fileField !== undefined,
      content: {
        'multipart/form-data': content,
        ...(fileField === undefined && { 'application/json': content }),
      },
    },
  };
}
