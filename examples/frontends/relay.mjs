import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { clients, headers, url } from './service.mjs';

async function request({ text }, variables) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  return response.json();
}

export const environment = new Environment({
  network: Network.create(request),
  store: new Store(new RecordSource()),
});

const { data } = await environment
  .getNetwork()
  .execute(
    { name: 'Clients', text: clients, operationKind: 'query', metadata: {} },
    { first: 2 },
    {},
  )
  .toPromise();
console.log(JSON.stringify(data.clients.nodes));
