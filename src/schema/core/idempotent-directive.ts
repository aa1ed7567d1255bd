import { DirectiveLocation, GraphQLDirective, GraphQLNonNull, GraphQLString } from 'graphql';

/** Names a change, so that it is made once however often it is sent; see decision 35. */
export const idempotentDirective = new GraphQLDirective({
  name: 'idempotent',
  description:
    'The change is made once, however often it is sent with this key: who sends the same again within seven days is answered what was answered then. On fields of a mutation only. For an operation with one such field, the header Idempotency-Key says the same.',
  locations: [DirectiveLocation.FIELD],
  args: {
    key: {
      type: new GraphQLNonNull(GraphQLString),
      description:
        'What the caller calls the change, a new UUID say: 1 to 255 letters, digits and signs of ASCII without spaces.',
    },
  },
});
