/**
 * PostGraphile over the same database, assembled as its documentation says: the Amber preset, the tables of the public
 * schema, and the plugin with which lists are filtered by relations. It checks no key. Run with DATABASE_URL and PORT, on a Node that it supports.
 */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  schema: { connectionFilterRelations: true },
  // Offers conditions and orders by columns without an index of their own, as the service does.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: String(process.env.DATABASE_URL),
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphiql: false, watch: false },
  grafast: { explain: false },
});
const serv = instance.createServ(grafserv);
const server = createServer();
server.on('error', (error) => {
  throw error;
});
await serv.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
console.log('listening');
