import { printSchema } from 'graphql';
import { schema } from '../index.ts';

let text: string | undefined;

/** Equals schema.graphql. */
export function schemaSdl(): string {
  text ??= `${printSchema(schema)}\n`;
  return text;
}
