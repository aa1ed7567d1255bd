/** The extension scenarios of CONTRIBUTING, step by step. */

export interface Edit {
  file: string;
  /** The text of the file after which `text` is inserted. Without it, the file is new. */
  after?: string;
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
const checks = [['npx', 'tsc'], npm('layers'), ['npx', 'knip']];

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
    'test/exhaustive/documentation.test.ts',
    'test/exhaustive/schema.test.ts',
    'test/exhaustive/queries.test.ts',
    'test/database/drift.test.ts',
  ],
  expectedFailures: [
    'contacts/create stores every field and returns exactly those',
    'contacts/create needs no client, and its flags are false by default',
    'contacts/update PUT clears or resets missing fields',
    'clients/create with contacts creates them with the client, with every field',
  ],
  limits: { newFiles: 0, changedFiles: 3, migrations: 1 },
};

const command = `import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';

/**
 * Marks an expense as reimbursed on the current day of the workspace.
 * @throws ActionError id_missing, record_not_found, version_mismatch; conflicting_state if it is paid or not reimbursable
 */
export const markExpenseReimbursed = (
  context: Context,
  input: { id?: unknown },
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const id = requireId(input);
    const expense = await tx.lock('Expense', id);
    if (expense.paid || !expense.reimbursable) {
      const message = expense.paid ? 'is already paid' : 'is not reimbursable';
      throw new ActionError('conflicting_state', \`The expense \${message}.\`);
    }
    const today = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    tx.update('Expense', expense, { paid: true, datePaid: today });
    return { id };
  });
`;

const declaration = `  markExpenseReimbursed: {
    kind: 'record',
    description: 'Marks a reimbursable expense as reimbursed today.',
    errors: ['conflicting_state'],
    run: markExpenseReimbursed,
    rest: { path: 'expenses/markReimbursed' },
  },
`;

const operationTest = `import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { insertSpares } from '../support/spare-records.ts';

const reimbursable = { amount: 5, currency: 'EUR', reimbursable: true };

export const operationCase: OperationCase = {
  inputs: async (api, workspace) => {
    const ids = await insertSpares(api, workspace, 'Expense', () => reimbursable);
    return ids.map((id) => ({ id }));
  },
  tests: (api) => {
    test('a reimbursed expense is paid', async () => {
      const { id } = (await api.ours.post('expenses/create', reimbursable)).body;
      const { body } = await api.ours.post('expenses/markReimbursed', { id });
      expect(body).toMatchObject({ id, paid: true, paidDate: expect.any(String) });
    });

    test('an expense that is not reimbursable is a conflict', async () => {
      const { id } = (await api.ours.post('expenses/create', { amount: 5 })).body;
      const { status, body } = await api.ours.post('expenses/markReimbursed', { id });
      expect([status, body.code]).toEqual([409, 'conflicting_state']);
    });
  },
};
`;

/** A new operation in both APIs: its command, its declaration and its test. */
const operation: Scenario = {
  name: 'operation',
  description: 'mark an expense as reimbursed',
  setup: [],
  edits: [
    { file: 'src/domain/expenses/mark-reimbursed.ts', text: command },
    {
      file: 'src/operations/expenses.ts',
      after: "import { updateExpense } from '../domain/expenses/update.ts';\n",
      text: "import { markExpenseReimbursed } from '../domain/expenses/mark-reimbursed.ts';\n",
    },
    {
      file: 'src/operations/expenses.ts',
      after: "export const expenseOperations = defineOperations('Expense', {\n",
      text: declaration,
    },
    { file: 'test/operations/mark-expense-reimbursed.ts', text: operationTest },
  ],
  commands: [...documents, npm('permissions'), npm('field-names'), ...checks],
  tests: [
    'test/operations.test.ts',
    'test/rest/openapi',
    'test/rest/bodies.test.ts',
    'test/schema/mutation-',
    'test/schema/operation-texts.test.ts',
    'test/parity/actions.test.ts',
    'test/exhaustive',
  ],
  expectedFailures: [],
  limits: { newFiles: 2, changedFiles: 1, migrations: 0 },
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
    'test/exhaustive/names.test.ts',
    'test/processes/layers.test.ts',
    'test/database/list-orders.test.ts',
    'test/schema/mutation-conflicts.test.ts',
    'test/database/drift.test.ts',
    'test/parity/lists.test.ts',
    'test/rest/written-columns.test.ts',
    'test/schema/mutation-errors.test.ts',
    'test/exhaustive/schema.test.ts',
    'test/exhaustive/queries.test.ts',
    'test/exhaustive/keyset.test.ts',
    'test/exhaustive/mutation-isolation.test.ts',
    'test/exhaustive/node-isolation.test.ts',
    'test/exhaustive/documentation.test.ts',
    'test/exhaustive/tenancy.test.ts',
  ],
  expectedFailures: [],
  limits: { newFiles: 11, changedFiles: 4, migrations: 1 },
};

export const scenarios: readonly Scenario[] = [field, operation, resource];
