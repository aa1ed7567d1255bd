import { Actiongraph } from '@actiongraph/client';
import { ACTIONGRAPH_KEY, ACTIONGRAPH_URL } from './service.mjs';

const api = new Actiongraph({ url: ACTIONGRAPH_URL, apiKey: ACTIONGRAPH_KEY });
const changes = api.subscribe(
  'subscription { recordChanged(types: [CLIENT]) { kind id node { ... on Client { name } } } }',
  {},
  { onOpen: () => console.log('open') },
);

for await (const { recordChanged } of changes) {
  console.log(recordChanged.kind, recordChanged.node?.name);
  break;
}
