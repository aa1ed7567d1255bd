/** The journeys of CONTRIBUTING, step by step. */

export interface Edit {
  file: string;
  /** A text of the file, behind which something is added. */
  after: string;
  text: string;
}

export interface Journey {
  name: string;
  what: string;
  /** Commands before anything is edited. */
  begin: readonly (readonly string[])[];
  /** What is edited by hand. */
  edits: readonly Edit[];
  /** Commands after that. */
  commands: readonly (readonly string[])[];
  /** Tests that are run, and parts of the names of those that fail until they know what is new. */
  tests: readonly string[];
  mayFail: readonly string[];
  bars: { newFiles: number; changedFiles: number; migrations: number };
}

const npm = (script: string, ...args: string[]) => ['npm', 'run', '--silent', script, ...args];
const documents = [npm('openapi'), npm('schema'), ['npx', 'biome', 'check', '--write', '.']];
const checks = [
  ['npx', 'tsc'],
  ['npx', 'biome', 'check', '.'],
  ['npx', 'knip'],
];

/** A nullable day of a record that another record shows as well. */
const field: Journey = {
  name: 'field',
  what: 'a nullable day on contacts',
  begin: [],
  edits: [
    {
      file: 'prisma/models/contacts.prisma',
      after: '  notes          String?\n',
      text: '  /// Day of birth.\n  birthday       DateTime? @db.Date\n',
    },
    {
      file: 'src/domain/contacts/index.ts',
      after: '  mobile: nullable(text()),\n',
      text: '  birthday: nullable(date),\n',
    },
    {
      file: 'src/domain/contacts/index.ts',
      after: 'import { email, flag',
      text: ', date',
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
  mayFail: [
    'contacts/create stores every field and answers exactly those',
    'contacts/create needs no client, and its flags are false by default',
    'contacts/update PUT clears or resets what is left out',
    'clients/create with contacts makes them with the client, with every field',
  ],
  bars: { newFiles: 0, changedFiles: 3, migrations: 1 },
};

const stageRoute = `  writeRoute({
    path: 'pipelineStages/create',
    operationId: 'createPipelineStage',
    tag: 'Opportunities',
    summary: 'Create a pipeline stage',
    description: 'Adds a stage to the sales pipeline. Its label is unique in the pipeline.',
    input: createPipelineStageInput,
    output: recordOf('PipelineStage', pipelineStageWire),
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
test('pipelineStages/create adds a stage at the end, of a label once', async () => {
  const workspace = await api.addWorkspace();
  const body = { label: 'Negotiation' };
  const made = await workspace.post('pipelineStages/create', body);
  expect(made).toMatchObject({ status: 200, body: { ...body, stageType: 'IN_PROGRESS' } });
  expect((await workspace.get('pipelineStages/list')).body.at(-1)).toEqual(made.body);
  const again = await workspace.post('pipelineStages/create', body);
  expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
});
`;

/** An operation for a verb that GraphQL has already. */
const operation: Journey = {
  name: 'operation',
  what: 'POST pipelineStages/create for the verb createPipelineStage',
  begin: [],
  edits: [
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after: 'export const pipelineStageRoutes = [\n',
      text: stageRoute,
    },
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after: "from '../domain/pipeline-stages.ts';\nimport { ",
      text: 'createPipelineStage, createPipelineStageInput, ',
    },
    {
      file: 'src/rest/resources/pipeline-stages.ts',
      after: "import { listRoute } from './list-routes.ts';\n",
      text: "import { recordOf } from './record-answers.ts';\nimport { writeRoute } from './route.ts';\n",
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
  mayFail: [],
  bars: { newFiles: 0, changedFiles: 2, migrations: 0 },
};

/** A resource with a model of its own, as it is written to begin with. */
const resource: Journey = {
  name: 'resource',
  what: 'npm run new:resource reminders',
  begin: [npm('new:resource', 'reminders')],
  edits: [],
  commands: [npm('migration', '--', '--name', 'reminders'), npm('layers'), ...documents, ...checks],
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
  mayFail: [],
  bars: { newFiles: 5, changedFiles: 3, migrations: 1 },
};

export const journeys: readonly Journey[] = [field, operation, resource];
