import { headers, url } from './service.mjs';

const address = new URL(url);
address.searchParams.set('documentId', 'clients');
address.searchParams.set('variables', JSON.stringify({ first: 2 }));

const first = await fetch(address, { headers });
const etag = first.headers.get('etag');
const again = await fetch(address, { headers: { ...headers, 'if-none-match': etag } });
console.log(first.status, again.status);
