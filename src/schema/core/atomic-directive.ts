import { DirectiveLocation, GraphQLDirective } from 'graphql';

/** Makes the changes of one operation together or not at all; see decision 36. */
export const atomicDirective = new GraphQLDirective({
  name: 'atomic',
  description:
    'The mutations of the operation are made together, in one transaction, or not at all: where the result of one is an error, none is made, and the others answer a `NotDoneError`. Each sees what those before it did. With it, the header Idempotency-Key names the operation as a whole.',
  locations: [DirectiveLocation.MUTATION],
});
