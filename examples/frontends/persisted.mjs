import { headers, url } from './service.mjs';

const asked = new URL(url);
asked.searchParams.set('documentId', 'clients');
asked.searchParams.set('variables', JSON.stringify({ first: 2 }));

const first = await fetch(asked, { headers });
const etag = first.headers.get('etag');
const again = await fetch(asked, { headers: { ...headers, 'if-none-match': etag } });
console.log(first.status, again.status);
