import { DirectiveLocation, GraphQLDirective } from 'graphql';

export const atomicDirective = new GraphQLDirective({
  name: 'atomic',
  description:
    'Runs the mutations of the operation in one transaction. If one fails, none is executed and the others return a `NotDoneError`. Each mutation sees the changes of those before it. With this directive, the header Idempotency-Key applies to the whole operation.',
  locations: [DirectiveLocation.MUTATION],
});
