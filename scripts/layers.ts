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
  'reminder-texts',
  'credit-note-texts',
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
  'credit-notes',
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

/** Packages that only those parts import which are made of them, with all that is in them. */
const packages = {
  graphql: ['graphql', 'graphql/**', 'graphql-*', 'graphql-*/**', '@pothos/**', '@escape.tech/**'],
  hono: ['hono', 'hono/**', '@hono/**'],
};

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

/** What is above a file of so many folders below src, refused but for the rooms and the files that are named. */
function above(depth: number, may: string, message: string): Refusal {
  const up = '../'.repeat(depth);
  const allowed = may.split(' ').filter((name) => name !== '');
  return {
    group: [
      `${up}**`,
      ...allowed.map((name) => (name.endsWith('.ts') ? `!${up}${name}` : `!${up}${name}/**`)),
    ],
    message,
  };
}

/** A room, what else of src it may import, rooms and files, and which of those packages. */
function room(
  name: string,
  may: string,
  message: string,
  takes: readonly (keyof typeof packages)[] = [],
): Layer[] {
  const foreign = Object.entries(packages).flatMap(([kind, patterns]) =>
    takes.includes(kind as keyof typeof packages) ? [] : patterns,
  );
  const outside = foreign.length === 0 ? [] : [{ group: foreign, message }];
  // Whatever is not allowed is refused, so a room that is made later is too.
  const from = (up: string) => `${up}planted/index.ts`;
  return [
    {
      includes: [`src/${name}/*.ts`],
      refused: [above(1, may, message), ...outside],
      planted: { file: `src/${name}/planted.ts`, from: from('../') },
    },
    {
      includes: [`src/${name}/*/**`],
      refused: [above(2, may, message), ...outside],
      planted: { file: `src/${name}/below/planted.ts`, from: from('../../') },
    },
  ];
}

/** A part of the domain, and which other parts it may import; of those that come later it may none. */
function domainPart(name: string, allowed: string[], message: string): Layer {
  const isFile = existsSync(join(root, 'src', 'domain', `${name}.ts`));
  const [here, up] = isFile ? ['.', '..'] : ['..', '../..'];
  const refused = {
    group: [
      `${here}/**`,
      ...allowed.flatMap((other) => [`!${here}/${other}/**`, `!${here}/${other}.ts`]),
      ...(isFile ? ['../**'] : []),
      `!${up}/generated/**`,
      `!${up}/database/**`,
    ],
    message,
  };
  const doors = {
    group: [...packages.graphql, ...packages.hono],
    message: 'The domain knows neither who asks nor how answers are written.',
  };
  const file = isFile ? `${name}.ts` : `${name}/planted.ts`;
  const next = slices[slices.indexOf(name) + 1] ?? 'planted';
  return {
    includes: [isFile ? `src/domain/${name}.ts` : `src/domain/${name}/**`],
    refused: [refused, doors],
    planted: { file: `src/domain/${file}`, from: `${here}/${next}/index.ts` },
  };
}

/** A room of the schema, what it may import of the other ones, and of the rest of src. */
function schemaPart(name: string, may: string, message: string, besides = ''): Layer {
  const outside = above(2, `domain generated database ${besides}`, message);
  const inside = above(1, may, message);
  // A room of it may have folders of its own, which are a level further down.
  const deeper = above(3, 'domain generated', message);
  const group = [...inside.group, ...outside.group, ...deeper.group];
  return {
    includes: [`src/schema/${name}/**`],
    refused: [
      { group, message },
      { group: packages.hono, message },
    ],
    planted: { file: `src/schema/${name}/planted.ts`, from: '../planted/index.ts' },
  };
}

/** Every part of src that is held to something. */
export const layers: Layer[] = [
  ...room('database', 'generated domain/kernel', 'The database knows no record.'),
  ...room(
    'documents',
    'domain database generated bounded-memory.ts',
    'A document knows neither mails nor who asks for it.',
  ),
  ...room(
    'delivery',
    'domain database generated documents config-mail.ts',
    'Delivery knows nobody who asks.',
    ['hono'],
  ),
  ...room(
    'cli',
    'domain generated database documents backup seed workers config.ts last-backup.ts log.ts running-server.ts server.ts version.ts',
    'The command line starts the service, or calls the domain.',
  ),
  ...room(
    'workers',
    'database config.ts http-server.ts metrics.ts running-server.ts',
    'A process that accepts connections knows nothing of what is asked.',
  ),
  ...room(
    'auth',
    'domain generated cors-origins.ts',
    'Signing in knows persons, and nothing of what they then do.',
  ),
  ...room('backup', 'domain database generated version.ts', 'A backup reads tables.'),
  ...room('seed', 'domain generated', 'Seeding writes rows.'),
  ...room(
    'pages',
    'domain database documents auth rest bounded-memory.ts door-request.ts failed-tries.ts shared-counts.ts trusted-proxies.ts version.ts',
    'Pages show invoices and documents; they do not ask GraphQL.',
    ['hono'],
  ),
  ...room(
    'rest',
    'domain database delivery door-answer.ts door-request.ts version.ts',
    'The action surface reaches records only through the domain.',
    ['hono'],
  ),
  ...room('browser', '', 'What runs in browsers imports nothing of the service.'),
  domainPart('kernel', [], 'The kernel knows no resource.'),
  domainPart('reader', ['kernel'], 'The reader knows no resource.'),
  ...slices.map((name, index) =>
    domainPart(
      name,
      ['kernel', 'reader', ...slices.slice(0, index)],
      'A slice uses only slices that stand before it in scripts/layers.ts.',
    ),
  ),
  {
    includes: ['src/schema/*.ts'],
    refused: [above(1, 'domain generated', 'The schema is made of what its rooms declare.')],
    planted: { file: 'src/schema/planted.ts', from: '../planted/index.ts' },
  },
  schemaPart('vocabulary', 'builder.ts', 'The vocabulary knows no resource.'),
  schemaPart(
    'resources',
    'vocabulary',
    'A resource declares; it neither plans nor answers.',
    'documents',
  ),
  schemaPart('plans', 'vocabulary', 'Plans are made of declarations alone.'),
  schemaPart(
    'endpoint',
    'vocabulary plans index.ts',
    'The endpoint answers whatever the schema declares.',
    'door-answer.ts door-request.ts',
  ),
  {
    includes: ['src/*.ts', '!src/cli.ts'],
    refused: [
      {
        group: ['./browser/**', './cli/**', './seed/**'],
        message: 'What answers requests knows neither the command line nor demo data.',
      },
    ],
    planted: { file: 'src/planted.ts', from: './cli/program.ts' },
  },
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
