import { Client, fetchExchange } from '@urql/core';
import { clients, headers, url } from './service.mjs';

const client = new Client({
  url,
  preferGetMethod: false,
  fetchOptions: { headers },
  exchanges: [fetchExchange],
});

const { data, error } = await client.query(clients, { first: 2 });
if (error) throw error;
console.log(JSON.stringify(data.clients.nodes));
