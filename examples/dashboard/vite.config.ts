import { defineConfig } from 'vite';

/** The service, reached through this server: to the browser both are one origin. */
const proxy = { '/graphql': 'http://localhost:4000' };

export default defineConfig({ server: { proxy }, preview: { proxy } });
