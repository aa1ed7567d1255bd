import { createClient } from 'graphql-sse';
import { headers, url } from './service.mjs';

const stream = createClient({ url, headers, on: { connected: () => console.log('open') } });
const changes = stream.iterate({
  query:
    'subscription { recordChanged(types: [CLIENT]) { kind id node { ... on Client { name } } } }',
});

for await (const { data } of changes) {
  console.log(data.recordChanged.kind, data.recordChanged.node?.name);
  break;
}
stream.dispose();
