import { specifiedDirectives } from 'graphql';
import '../generated/schema-resources.ts';
import { atomicDirective } from './core/atomic-directive.ts';
import { builder } from './core/builder.ts';
import { dryRunDirective } from './core/dry-run-directive.ts';
import { idempotentDirective } from './core/idempotent-directive.ts';
import { checkDeclarations } from './planner/schema-checks.ts';

export const schema = builder.toSchema({
  directives: [...specifiedDirectives, idempotentDirective, atomicDirective, dryRunDirective],
});

checkDeclarations(schema);
