import '../generated/schema-resources.ts';
import { checkDeclarations } from './plans/declarations.ts';
import { builder } from './vocabulary/builder.ts';

/** The whole schema. */
export const schema = builder.toSchema();

checkDeclarations(schema);
