import { readdirSync, readFileSync } from 'node:fs';
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLType,
} from 'graphql';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  printSchema,
  validateSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { readPrismaSchemaFiles } from '../../src/config/package-root.ts';
import { globalModels } from '../../src/database/models/global-models.ts';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { schema } from '../../src/schema/index.ts';
import { nodeTypes } from '../support/graphql.ts';

const root = new URL('../../', import.meta.url);

/** Every description in a type, with its text. */
function described(type: GraphQLNamedType): [string, string | null | undefined][] {
  const own: [string, string | null | undefined] = [type.name, type.description];
  if (isEnumType(type)) {
    return [own, ...type.getValues().map(at(type.name))];
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
  const fields = Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(
    type.getFields(),
  );
  const args = fields.flatMap((field) =>
    'args' in field ? field.args.map(at(`${type.name}.${field.name}`)) : [],
  );
  return [own, ...fields.map(at(type.name)), ...args];
}

const at =
  (path: string) =>
  (part: {
    name: string;
    description?: string | null | undefined;
  }): [string, string | null | undefined] => [`${path}.${part.name}`, part.description];

const ownTypes = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

test('the schema is valid', () => {
  expect(validateSchema(schema)).toEqual([]);
});

test('every type, field, argument and enum value has a description', () => {
  const positions = ownTypes.flatMap(described);
  expect(positions.length).toBeGreaterThan(1_000);
  expect(positions.filter(([, text]) => !text?.trim()).map(([position]) => position)).toEqual([]);
});

test('descriptions are sentences', () => {
  const errors = ownTypes.flatMap(described).filter(([, text]) => !/[.?!:]$/.test(text ?? ''));
  expect(errors).toEqual([]);
});

test('every scalar has a specifiedBy URL, and is used', () => {
  const fields = ownTypes.flatMap((type) =>
    'getFields' in type
      ? Object.values<{ type: GraphQLType; args?: object }>(type.getFields())
      : [],
  );
  const used = fields.flatMap((field) => [
    getNamedType(field.type).name,
    ...((field.args ?? []) as GraphQLArgument[]).map((arg) => getNamedType(arg.type).name),
  ]);
  const scalars = ownTypes.filter(isScalarType);
  expect(scalars.length).toBeGreaterThan(8);
  for (const { name, specifiedByURL } of scalars) {
    expect(specifiedByURL, name).toMatch(/^https:\/\/\S+$/);
    expect(used, name).toContain(name);
  }
});

test('schema.graphql is the output of the code', () => {
  const committed = readFileSync(new URL('schema.graphql', root), 'utf8');
  expect(committed).toBe(`${printSchema(schema)}\n`);
});

/** Models that are no records of a caller, and why. */
const notNodes: Record<string, string> = {
  ProjectMember: 'a link between a project and a user, each of which shows the other',
  DeliverableAssignee: 'a link between a deliverable and a user, each of which shows the other',
  InvoiceSequence: 'the counter behind invoice numbers, which nobody reads',
  WorkspaceLogo: 'a part of the workspace, which shows it',
  CreditNoteDocument: 'a part of the credit note, which shows it',
  EInvoiceDocument: 'a part of the invoice or the credit note, which shows it',
  IssuedDocument: 'a part of the invoice, which shows it',
  SellerLogo: 'the logos of issued invoices, which their documents show',
  ChangeListener: 'the service’s own book-keeping of who listens to changes',
  KeptAnswer: 'the service’s own book-keeping of what was answered',
  WebhookCursor: 'the position of an endpoint, which shows it',
  WebhookRetry: 'the service’s own list of events to send again, which deliveries show',
  WebhookSecret: 'secrets of endpoints, which only the mutations show that make them',
  LogEntry: 'who did what, which the `changes` of each record and `auditLog` show',
  ...Object.fromEntries(globalModels.map((model) => [model, 'who signs in, of no workspace'])),
};

/** The database type of time columns, and their type in the schema. */
const scalarOfColumn: Record<string, string> = {
  Date: 'Date',
  Time: 'Time',
  Timestamptz: 'DateTime',
};

/** The columns of time that the schema shows: which, how they are kept, and of which type their fields are. */
const timeColumns = readPrismaSchemaFiles().flatMap(({ content }) =>
  [...content.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/^ +(\w+) +DateTime\b.*@db\.(\w+)/gm)].flatMap(
      ([, column = '', kept = '']) => {
        const displayed = schema.getType(model);
        const field = isObjectType(displayed) ? displayed.getFields()[column] : undefined;
        return field
          ? [{ column: `${model}.${column}`, kept, type: getNamedType(field.type).name }]
          : [];
      },
    ),
  ),
);

test('a column that holds a day is a Date, one that holds an instant a DateTime', () => {
  expect(timeColumns.filter(({ kept }) => kept === 'Date').length).toBeGreaterThan(12);
  const wrong = timeColumns.filter(({ kept, type }) => type !== scalarOfColumn[kept]);
  expect(wrong).toEqual([]);
});

test('every model is a node, unless there is a reason', () => {
  const models = Object.keys(getDatamodel().datamodel.models);
  const nodes = nodeTypes().map(({ name }) => name);
  expect(models.filter((model) => !nodes.includes(model) && !(model in notNodes))).toEqual([]);
  expect(nodes.filter((node) => !models.includes(node) || node in notNodes)).toEqual([]);
});

test('nothing secret is in the schema', () => {
  const fields = ownTypes.flatMap((type) =>
    isObjectType(type) ? Object.keys(type.getFields()) : [],
  );
  const secret = ['hash', 'viewToken', 'nextNumber', 'invitationHash', 'password', 'secret'];
  // The results of createWebhookEndpoint and rotateWebhookSecret.
  expect(fields.filter((name) => secret.includes(name))).toEqual(['secret', 'secret']);
});

test('every resource that has tables has a file of its name in the schema', () => {
  const names = (folder: string) =>
    readdirSync(new URL(folder, root)).map((name) => name.replace('.ts', ''));
  const inSchema = names('src/schema/resources');
  const models = names('prisma/models').map((name) => name.replace('.prisma', ''));
  const withoutRecords = ['idempotency-responses', 'identities'];
  const missing = models.filter((name) => !inSchema.includes(name));
  expect(missing.filter((name) => !withoutRecords.includes(name))).toEqual([]);
});
