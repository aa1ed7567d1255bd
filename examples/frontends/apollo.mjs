import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { clients, headers, url } from './service.mjs';

const pages = { clients: relayStylePagination(['where', 'orderBy']) };
const client = new ApolloClient({
  link: new HttpLink({ uri: url, headers }),
  cache: new InMemoryCache({ typePolicies: { Query: { fields: pages } } }),
});

const { data } = await client.query({ query: gql(clients), variables: { first: 2 } });
console.log(JSON.stringify(data.clients.nodes));
