import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { getNamedType } from 'graphql';
import { z } from 'zod';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { date, enumOf, text } from '../../platform/input/field-types.ts';
import { nullable, required } from '../../platform/input/fields.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { permissionsForField } from '../../schema/core/required-permissions.ts';
import { schema } from '../../schema/index.ts';
import { nestedSelection } from '../record-types.ts';
import { findRecord } from '../references.ts';
import { defineTool, readOnly } from '../tool.ts';

const queryType = schema.getQueryType() as GraphQLObjectType;
const figuresType = schema.getType('Figures') as GraphQLObjectType;

/** Fields of `figures` in GraphQL. */
const reports = {
  receivables: 'receivablesByAge',
  revenue: 'revenueByMonth',
  invoiced: 'invoicedByPeriod',
  paid: 'paidByPeriod',
  tax: 'taxByPeriod',
  tax_summary: 'taxSummary',
  time_by_person: 'trackedTimeByPerson',
  time_by_project: 'trackedTimeByProject',
  unbilled: 'unbilledTimeByClient',
  pipeline: 'pipelineByStage',
} as const;

/** Root fields, which report about one client. */
const clientReports = { unbilled: 'unbilledWork', statement: 'statementOfAccount' } as const;

type Kind = keyof typeof reports | keyof typeof clientReports;

const kinds = Object.keys({ ...reports, ...clientReports }) as Kind[];

function findReportField(kind: Kind, hasClient: boolean) {
  const figureName = (reports as Partial<Record<Kind, string>>)[kind];
  const clientReportName = (clientReports as Partial<Record<Kind, string>>)[kind];
  const isAtRoot = figureName === undefined || (hasClient && clientReportName !== undefined);
  const type = isAtRoot ? queryType : figuresType;
  const field = type.getFields()[String(isAtRoot ? clientReportName : figureName)];
  return { isAtRoot, type, field: field as GraphQLField<unknown, unknown> };
}

const isPermitted = (kind: Kind, permissions: Permissions): boolean => {
  const { type, field } = findReportField(kind, false);
  return (permissionsForField(type, field) & ~permissions) === 0;
};

/** @throws ActionError invalid_input for a value that the report does not use */
function rejectUnusedArguments(
  field: GraphQLField<unknown, unknown>,
  values: Record<string, unknown>,
): void {
  const errors = Object.entries(values).flatMap(([path, value]) =>
    value === null ||
    field.args.some(({ name }) => name === (path === 'client' ? 'clientId' : path))
      ? []
      : [{ path, code: 'not_supported', message: 'is not used by this report' }],
  );
  if (errors.length > 0) throw invalidInputError(errors);
}

const toDay = (day: Date | null): string | undefined => day?.toISOString().slice(0, 10);

export const report = defineTool({
  name: 'report',
  title: 'Report',
  description: 'Returns figures of the workspace, or the statement or unbilled work of a client.',
  annotations: readOnly,
  hint: 'Set from and to, or client.',
  inputFor: (permissions) => {
    const permitted = kinds.filter((kind) => isPermitted(kind, permissions));
    return permitted.length === 0
      ? undefined
      : z.object({
          kind: required(enumOf('ReportKind', permitted), 'Which report.'),
          from: nullable(date, 'First day.'),
          to: nullable(date, 'Last day.'),
          client: nullable(text(), 'Name or id; for statement and unbilled.'),
        });
  },
  run: async (call, { kind, from, to, client }) => {
    const { isAtRoot, field } = findReportField(kind, client !== null);
    rejectUnusedArguments(field, { from, to, client });
    if (isAtRoot && client === null)
      throw invalidInputError([{ path: 'client', code: 'required', message: 'is required' }]);
    const clientId = client && (await findRecord(call, 'Client', client, 'client')).id;
    const values: Record<string, unknown> = { from: toDay(from), to: toDay(to), clientId };
    const args = field.args.filter(({ name }) => (values[name] ?? null) !== null);
    const definitions = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const argumentTexts = args.map(({ name }) => `${name}: $${name}`).join(', ');
    const selection = nestedSelection(
      getNamedType(field.type) as GraphQLObjectType,
      call.access.permissions,
      2,
    );
    const text = `${field.name}${argumentTexts && `(${argumentTexts})`} { ${selection} }`;
    const data = await call.query(
      `query${definitions && `(${definitions})`} { ${isAtRoot ? text : `figures { ${text} }`} }`,
      values,
    );
    const result = isAtRoot ? data[field.name] : (data.figures as object)[field.name as never];
    const rows = Array.isArray(result) ? result.map((record) => ({ record })) : undefined;
    return {
      summary: `Report: ${kind}`,
      ...(rows ? { list: { records: rows, total: rows.length } } : { facts: result as object }),
    } as never;
  },
});
