/** The address of the service, and the API key of the caller. */
export const { ACTIONGRAPH_URL = 'http://localhost:4000', ACTIONGRAPH_KEY = '' } = process.env;

export const url = `${ACTIONGRAPH_URL}/graphql`;
export const headers = { 'X-API-KEY': ACTIONGRAPH_KEY };

export const clients = `query Clients($first: Int!, $after: String) {
  clients(first: $first, after: $after) {
    nodes { id name outstanding { currency amount } }
    pageInfo { hasNextPage endCursor }
  }
}`;
