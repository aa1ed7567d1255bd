/** What axe finds in GraphiQL, in each colour at each size. */
import '../pages/graphiql-explorer.test.ts';
