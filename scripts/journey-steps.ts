/** The extension scenarios of CONTRIBUTING, step by step. */

export interface Edit {
  file: string;
  /** The text of the file after which `text` is inserted. */
  after: string;
  text: string;
}

export interface Scenario {
  name: string;
  description: string;
  /** Commands before the edits. */
  setup: readonly (readonly string[])[];
  /** Edits by hand. */
  edits: readonly Edit[];
  /** Commands after the edits. */
  commands: readonly (readonly string[])[];
  tests: readonly string[];
  /** Parts of the names of tests that fail until they are extended. */
  expectedFailures: readonly string[];
  limits: { newFiles: number; changedFiles: number; migrations: number };
}

const npm = (script: string, ...args: string[]) => ['npm', 'run', '--silent', script, ...args];
const documents = [
  // Tests need the fonts and page scripts that it writes to dist.
  npm('generate'),
  npm('openapi'),
  npm('schema'),
  ['npx', 'biome', 'check', '--write', '.'],
];
const checks = [['npx', 'tsc'], ['npx', 'biome', 'check', '.'], npm('layers'), ['npx', 'knip']];

/** A nullable date of a record that is also part of another record. */
const field: Scenario = {
  name: 'field',
  description: 'a nullable date on contacts',
  setup: [],
  edits: [
    {
      file: 'prisma/models/contacts.prisma',
      after: '  notes          String?\n',
      text: '  /// Day of birth.\n  birthday       DateTime? @db.Date\n',
    },
    {
      file: 'src/domain/contacts/fields.ts',
      after: '  mobile: nullable(text()),\n',
      text: '  birthday: nullable(date),\n',
    },
    {
      file: 'src/domain/contacts/fields.ts',
      after: '  booleanType,\n',
      text: '  date,\n',
    },
    {
      file: 'src/rest/resources/contacts.ts',
      after: '  mobile: nullableText,\n',
      text: '  birthday: nullableDate,\n',
    },
    { file: 'src/rest/resources/contacts.ts', after: '  integer,\n', text: '  nullableDate,\n' },
  ],
  commands: [npm('migration', '--', '--name', 'birthdays'), ...documents, ...checks],
  tests: [
    'test/rest/contacts',
    'test/rest/clients-contacts.test.ts',
    'test/rest/clients-fields.test.ts',
    'test/rest/written',
    'test/parity/actions.test.ts',
    'test/walks/documentation.test.ts',
    'test/walks/schema.test.ts',
    'test/walks/queries.test.ts',
    'test/database/drift.test.ts',
  ],
  expectedFailures: [
    'contacts/create stores every field and answers exactly those',
    'contacts/create needs no client, and its flags are false by default',
    'contacts/update PUT clears or resets what is left out',
    'clients/create with contacts makes them with the client, with every field',
  ],
  limits: { newFiles: 0, changedFiles: 3, migrations: 1 },
};

const stageRoute = `  defineWriteRoute({
    path: 'pipelineStages/create',
    operationId: 'createPipelineStage',
    tag: 'Opportunities',
    summary: 'Create a pipeline stage',
    description: 'Adds a stage to the sales pipeline. Its label is unique in the pipeline.',
    input: createPipelineStageInput,
    output: recordResponse('PipelineStage', pipelineStageSerializer),
    errors: ['name_taken'],
    example: {
      input: { label: 'Negotiation', hexColor: '#8c8c8c' },
      output: {
        id: 'stg_0199d2f0a1c27b1e9f4b6c1de0a35f22',
        label: 'Negotiation',
        hexColor: '#8c8c8c',
        stageType: 'IN_PROGRESS',
      },
    },
    handle: createPipelineStage,
  }),
`;

const stageTest = `
test('pipelineStages/create adds a stage at the end and refuses a duplicate label', async () => {
  const workspace = await api.addWorkspace();
  const body = { label: 'Negotiation' };
  const created = await workspace.post('pipelineStages/create', body);
  expect(created).toMatchObject({ status: 200, body: { ...body, stageType: 'IN_PROGRESS' } });
  expect((await workspace.get('pipelineStages/list')).body.at(-1)).toEqual(created.body);
  const duplicate = await workspace.post('pipelineStages/create', body);
  expect([duplicate.status, duplicate.body.code]).toEqual([409, 'name_taken']);
});
`;

/** A REST operation for a command that GraphQL has already. */
const operation: Scenario = {
  name: 'operation',
  description: 'POST pipelineStages/create for the command createPipelineStage',
  setup: [],
  edits: [
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after: 'export const pipelineStageRoutes = [\n',
      text: stageRoute,
    },
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after:
        "import type { PipelineStageRecord } from '../../domain/pipeline-stages/fields.ts';\nimport { ",
      text: 'createPipelineStageInput, ',
    },
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after: "import { defineListRoute } from '../core/list-routes.ts';\n",
      text: [
        "import { createPipelineStage } from '../../domain/pipeline-stages/create.ts';\n",
        "import { recordResponse } from '../core/record-responses.ts';\n",
        "import { defineWriteRoute } from '../core/route.ts';\n",
      ].join(''),
    },
    {
      file: 'test/rest/pipeline-stages.test.ts',
      after: "    stageType: 'CLOSED_WON',\n  });\n});\n",
      text: stageTest,
    },
  ],
  commands: [...documents, ...checks],
  tests: [
    'test/rest/pipeline-stages.test.ts',
    'test/rest/openapi.test.ts',
    'test/rest/bodies.test.ts',
    'test/parity',
    'test/walks/documentation.test.ts',
    'test/walks/errors.test.ts',
    'test/walks/isolation.test.ts',
    'test/walks/routes.test.ts',
    'test/walks/names.test.ts',
  ],
  expectedFailures: [],
  limits: { newFiles: 0, changedFiles: 2, migrations: 0 },
};

/** A new resource as the script writes it. */
const resource: Scenario = {
  name: 'resource',
  description: 'npm run new:resource reminders',
  setup: [npm('new:resource', 'reminders')],
  edits: [],
  commands: [npm('migration', '--', '--name', 'reminders'), ...documents, ...checks],
  tests: [
    'test/rest/reminders.test.ts',
    'test/walks/names.test.ts',
    'test/processes/layers.test.ts',
    'test/database/list-orders.test.ts',
    'test/schema/mutation-conflicts.test.ts',
    'test/database/drift.test.ts',
    'test/parity/lists.test.ts',
    'test/rest/written-columns.test.ts',
    'test/schema/mutation-errors.test.ts',
    'test/walks/schema.test.ts',
    'test/walks/queries.test.ts',
    'test/walks/keyset.test.ts',
    'test/walks/mutation-isolation.test.ts',
    'test/walks/node-isolation.test.ts',
    'test/walks/documentation.test.ts',
    'test/walks/tenancy.test.ts',
  ],
  expectedFailures: [],
  limits: { newFiles: 10, changedFiles: 3, migrations: 1 },
};

export const scenarios: readonly Scenario[] = [field, operation, resource];
