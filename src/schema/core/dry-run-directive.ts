import { DirectiveLocation, GraphQLDirective } from 'graphql';

export const dryRunDirective = new GraphQLDirective({
  name: 'dryRun',
  description:
    'Runs the mutations of the operation in one transaction and rolls it back. The response is that of the real operation, and nothing is stored or sent. New ids and numbers are not reserved. Idempotency keys have no effect. The header `Dry-Run: true` does the same.',
  locations: [DirectiveLocation.MUTATION],
});
