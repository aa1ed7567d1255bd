/** Prints the GraphQL schema to schema.graphql. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printSchema } from 'graphql';
import { schema } from '../src/schema/index.ts';

writeFileSync(join(import.meta.dirname, '..', 'schema.graphql'), `${printSchema(schema)}\n`);
