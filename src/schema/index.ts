import { specifiedDirectives } from 'graphql';
import '../generated/schema-resources.ts';
import { checkDeclarations } from './plans/declarations.ts';
import { atomicDirective } from './vocabulary/atomic-directive.ts';
import { builder } from './vocabulary/builder.ts';
import { idempotentDirective } from './vocabulary/idempotent-directive.ts';

/** The whole schema. */
export const schema = builder.toSchema({
  directives: [...specifiedDirectives, idempotentDirective, atomicDirective],
});

checkDeclarations(schema);
