import { defineConfig } from 'vite';

/** Where the service is. */
const service = process.env.ACTIONGRAPH_URL ?? 'http://localhost:4000';

/** The service, reached through this server: to the browser both are one origin. */
const proxy = { '/graphql': service };

export default defineConfig({ server: { proxy }, preview: { proxy } });
