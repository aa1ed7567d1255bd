/**
 * Who may import whom in src. `npm run layers` writes lint/layers.json from these tables, which lint reads;
 * test/processes/layers.test.ts plants an import that is not allowed in each part and sees lint refuse it.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptOptions } from './script-options.ts';

const root = join(import.meta.dirname, '..');

/** Slices of the domain: each may use those that stand before it. */
const slices = [
  'mail-texts',
  'workspaces',
  'persons',
  'custom-fields',
  'to-do-items',
  'task-stages',
  'project-types',
  'pipeline-stages',
  'vendors',
  'lead-info',
  'change-listeners',
  'events',
  'changes',
  'calendar-events',
  'clients',
  'contacts',
  'billed-work',
  'projects',
  'deliverables',
  'project-templates',
  'time-entries',
  'expenses',
  'periods',
  'work-prices',
  'invoices',
  'payments',
  'outbox-mails',
  'opportunities',
  'forms',
  'form-submissions',
  'figures',
  'record-searches',
  'record-figures',
  'erasures',
];

/** A slice that the table does not name yet is the last one: it may use all others, and none of them may use it. */
for (const file of readdirSync(join(root, 'src', 'domain'))) {
  const name = file.replace(/\.ts$/, '');
  if (!['kernel', 'reader', ...slices].includes(name)) slices.push(name);
}

const rooms = 'auth backup browser cli delivery documents domain generated pages rest schema seed';
const topFiles = 'admission app cli config cross-origin http-faults http-server refusal server';
const graphql = ['graphql', 'graphql-*', '@pothos/*'];
const hono = ['hono', 'hono/*'];

/** Patterns of imports that are refused, as lint takes them, and what it then says. */
interface Refusal {
  group: string[];
  message: string;
}

/** A part of src with what it may not import, and an import that is to be refused there. */
export interface Layer {
  includes: string[];
  refused: Refusal[];
  planted: { file: string; from: string };
}

const inRooms = (names: string) => names.split(' ').map((name) => `**/${name}/**`);
const inFiles = (names: string) => names.split(' ').map((name) => `**/${name}.ts`);

/** A room, and which others it may not import; nor what starts the service, but for `top`. */
function room(
  name: string,
  not: string,
  message: string,
  { besides = [], top = [] }: { besides?: string[]; top?: string[] } = {},
): Layer {
  const started = inFiles(topFiles).filter((file) => !top.some((own) => file === `**/${own}.ts`));
  const group = [...inRooms(not), ...started, ...besides];
  const [first] = not.split(' ');
  const planted = { file: `src/${name}/planted.ts`, from: `../${first}/index.ts` };
  return { includes: [`src/${name}/**`], refused: [{ group, message }], planted };
}

const doors: Refusal = {
  group: [
    ...inRooms(rooms.replace('domain ', '').replace('generated ', '')),
    ...inFiles(topFiles),
    ...graphql,
    ...hono,
  ],
  message: 'The domain knows neither who asks nor how answers are written.',
};

/** A part of the domain, and which other parts it may import; of those that come later it may none. */
function domainPart(name: string, allowed: string[], message: string): Layer {
  const isFile = existsSync(join(root, 'src', 'domain', `${name}.ts`));
  const [here, above] = isFile ? ['.', '..'] : ['..', '../..'];
  const refused = {
    group: [
      `${here}/**`,
      ...allowed.flatMap((other) => [`!${here}/${other}/**`, `!${here}/${other}.ts`]),
      `!${above}/generated/**`,
      `!${above}/database/**`,
    ],
    message,
  };
  const file = isFile ? `${name}.ts` : `${name}/planted.ts`;
  const next = slices[slices.indexOf(name) + 1] ?? 'planted';
  return {
    includes: [isFile ? `src/domain/${name}.ts` : `src/domain/${name}/**`],
    refused: [refused, doors],
    planted: { file: `src/domain/${file}`, from: `${here}/${next}/index.ts` },
  };
}

/** A room of the schema, and which others it may not import. */
function schemaPart(name: string, not: string, message: string): Layer {
  const whole = name === 'endpoint' ? [] : ['../index.ts'];
  const refused = { group: [...inRooms(not), ...whole], message };
  const everywhere = {
    group: [...inRooms('rest pages backup seed browser cli'), ...inFiles(topFiles), ...hono],
    message: 'GraphQL and the action surface meet only in the domain.',
  };
  return {
    includes: [`src/schema/${name}/**`],
    refused: [refused, everywhere],
    planted: { file: `src/schema/${name}/planted.ts`, from: `../${not.split(' ')[0]}/planted.ts` },
  };
}

/** Every part of src that is held to something. */
export const layers: Layer[] = [
  room(
    'database',
    'backup browser cli delivery documents pages rest schema seed',
    'The database knows no record.',
    { besides: ['**/domain/**', '!**/domain/kernel/**'] },
  ),
  room(
    'documents',
    'delivery backup browser cli pages rest schema seed',
    'A document knows neither mails nor who asks for it.',
    { besides: [...graphql, ...hono] },
  ),
  room('delivery', 'backup browser cli pages rest schema seed', 'Delivery knows nobody who asks.', {
    besides: graphql,
    top: ['config'],
  }),
  room(
    'cli',
    'rest browser delivery pages schema',
    'The command line starts the service, or calls the domain.',
    { top: ['config', 'server'] },
  ),
  room(
    'auth',
    'rest backup browser cli delivery documents pages schema seed',
    'Signing in knows persons, and nothing of what they then do.',
    {
      besides: graphql,
    },
  ),
  room('backup', 'rest browser cli delivery documents pages schema seed', 'A backup reads tables.'),
  room('seed', 'rest backup browser cli delivery documents pages schema', 'Seeding writes rows.'),
  room(
    'pages',
    'schema backup browser cli delivery generated seed',
    'Pages show invoices and documents; they do not ask GraphQL.',
    { besides: graphql },
  ),
  room(
    'rest',
    'generated schema backup browser cli documents pages seed',
    'The action surface reaches records only through the domain.',
    { besides: graphql },
  ),
  room(
    'browser',
    rooms.replace('browser ', ''),
    'What runs in browsers imports nothing of the service.',
  ),
  domainPart('kernel', [], 'The kernel knows no resource.'),
  domainPart('reader', ['kernel'], 'The reader knows no resource.'),
  ...slices.map((name, index) =>
    domainPart(
      name,
      ['kernel', 'reader', ...slices.slice(0, index)],
      'A slice uses only slices that stand before it in scripts/layers.ts.',
    ),
  ),
  schemaPart('vocabulary', 'resources plans endpoint', 'The vocabulary knows no resource.'),
  schemaPart('resources', 'endpoint plans', 'A resource declares; it neither plans nor answers.'),
  schemaPart('plans', 'resources endpoint', 'Plans are made of declarations alone.'),
  schemaPart('endpoint', 'resources', 'The endpoint answers whatever the schema declares.'),
];

/** What lint reads. */
export function layersFile(): string {
  const overrides = layers.map(({ includes, refused }) => ({
    includes,
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: refused } } },
      },
    },
  }));
  return `${JSON.stringify({ overrides }, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  scriptOptions(
    'Usage: npm run layers\n\nWrites lint/layers.json, who may import whom, from scripts/layers.ts.',
    {},
  );
  writeFileSync(join(root, 'lint', 'layers.json'), layersFile());
}
