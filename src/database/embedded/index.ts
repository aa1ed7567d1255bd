export { type EmbeddedRole, openEmbedded } from './embedded-server.ts';
export { dataPaths } from './server-state.ts';
