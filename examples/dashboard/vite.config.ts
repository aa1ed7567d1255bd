import { defineConfig } from 'vite';

/** An origin of its own: the browser calls the service across origins, which has to name this one in CORS_ORIGINS. */
const origin = { port: 5173, strictPort: true };

export default defineConfig({ envPrefix: 'ACTIONGRAPH_', server: origin, preview: origin });
