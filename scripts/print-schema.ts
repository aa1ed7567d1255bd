/** Prints the GraphQL schema to schema.graphql. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaSdl } from '../src/schema/endpoint/schema-sdl.ts';

writeFileSync(join(import.meta.dirname, '..', 'schema.graphql'), schemaSdl());
