import { DirectiveLocation, GraphQLDirective, GraphQLNonNull, GraphQLString } from 'graphql';

export const idempotentDirective = new GraphQLDirective({
  name: 'idempotent',
  description:
    'Executes the change once, however often it is sent with this key. A repeated request within seven days gets the first response. Only for fields of a mutation. If the operation has one such field, you can use the header Idempotency-Key instead.',
  locations: [DirectiveLocation.FIELD],
  args: {
    key: {
      type: new GraphQLNonNull(GraphQLString),
      description:
        'Idempotency key, for example a new UUID: 1 to 255 ASCII letters, digits and punctuation without spaces.',
    },
  },
});
