/**
 * A service on the data folder given that writes numbers, one transaction each, and prints those that the database
 * acknowledged. It goes on until it is killed.
 */
import pg from 'pg';
import { openEmbedded } from '../../src/database/embedded/embedded-server.ts';

const { url } = await openEmbedded({ dataDir: process.argv[2] ?? '', role: 'service' });
const client = new pg.Client(url);
client.on('error', () => undefined);
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS acknowledged (number integer PRIMARY KEY)');
const { rows } = await client.query('SELECT coalesce(max(number), 0) AS last FROM acknowledged');
for (let number = rows[0].last + 1; ; number += 1) {
  await client.query('INSERT INTO acknowledged VALUES ($1)', [number]);
  process.stdout.write(`${number}\n`);
}
