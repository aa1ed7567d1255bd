/** Prints the OpenAPI document: to openapi.json, or with `-- --server URL` to the screen, with that server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOpenApiDocument } from '../src/rest/openapi/openapi-document.ts';

const { values } = parseArgs({ options: { server: { type: 'string' } } });
const text = (serverUrl?: string) =>
  `${JSON.stringify(createOpenApiDocument(serverUrl ? { serverUrl } : {}), null, 2)}\n`;

if (values.server) process.stdout.write(text(values.server));
else writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), text());
