import { printSchema } from 'graphql';
import { schema } from '../index.ts';

let text: string | undefined;

/** The schema in GraphQL's own language, as schema.graphql has it. */
export function schemaSdl(): string {
  text ??= `${printSchema(schema)}\n`;
  return text;
}
