import { globalModels } from '../../src/database/models/global-models.ts';
import { getDatamodel } from '../../src/generated/pothos/types.ts';

/**
 * The meaning of a `where`, implemented a second time and in another way: plain SQL from the argument alone. It shares
 * no code with the service.
 *
 * - All conditions have to match. A null where nothing can be null, an empty object, an empty AND, and NOT, `not` and a
 *   related record without a condition are ignored. An empty OR matches nothing.
 * - `some`, `every` and `none` count related records, all of them without a condition.
 * - Missing values are unknown, as in SQL: neither a comparison with them nor its opposite holds. A related record with
 *   an unknown condition does not match: `every` is then false.
 */

export type FilterInput = Readonly<Record<string, unknown>>;

interface Field {
  name: string;
  type: string;
  kind: string;
  isRequired: boolean;
  isList: boolean;
  relationName?: string;
  relationFromFields?: readonly string[];
}

const { models } = getDatamodel().datamodel as unknown as {
  models: Record<string, { fields: readonly Field[] }>;
};

export const modelNames = Object.keys(models).filter(
  (model) => !(globalModels as readonly string[]).includes(model),
);

/** The column by which records of a model refer to others, by the name of the relation. */
export const referenceTo = (model: string, relationName: string | undefined): string =>
  models[model]?.fields
    .find((field) => field.relationName === relationName && field.relationFromFields?.length)
    ?.relationFromFields?.at(-1) ?? '';

/** The column or relation of a model. */
export function modelField(model: string, name: string): Field {
  const field = models[model]?.fields.find((one) => one.name === name);
  if (!field) throw new Error(`${model} has no ${name}.`);
  return field;
}

/** Empty conditions are undefined, and left out. */
type Sql = string | undefined;

const printed = (parts: readonly Sql[]) => parts.filter((part) => part !== undefined);

function joined(parts: readonly Sql[], by: 'AND' | 'OR'): Sql {
  const of = printed(parts);
  return of.length === 0 ? undefined : `(${of.join(` ${by} `)})`;
}

const opposite = (sql: Sql): Sql => (sql === undefined ? undefined : `(NOT ${sql})`);

const literal = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;

let aliases = 0;

/** The columns that join two records: the last one refers to the id, others are in both tables. */
function equal(references: readonly string[], from: string, to: string): string {
  const targets = references.map((column, index) =>
    index < references.length - 1 ? column : 'id',
  );
  return references
    .map((column, index) => `${from}."${column}" = ${to}."${targets[index]}"`)
    .join(' AND ');
}

function link(model: string, { type, relationName, ...field }: Field, from: string, to: string) {
  const { relationFromFields = [] } = field;
  if (relationFromFields.length > 0) return equal(relationFromFields, from, to);
  const back = models[type]?.fields.find(
    (one) => one.relationName === relationName && one.type === model,
  );
  return equal(back?.relationFromFields ?? [], to, from);
}

/** A link table connects the users of a deliverable and a project. Conditions do not show it. */
const hidden: Readonly<Record<string, string>> = {
  DeliverableAssignee: 'user',
  ProjectMember: 'user',
};

/** The SQL of a `where` on the table with an alias. Undefined for an empty one. */
export function whereSql(model: string, input: FilterInput, alias: string): Sql {
  return joined(
    Object.entries(input).map(([key, value]) => entrySql(model, key, value, alias)),
    'AND',
  );
}

function entrySql(model: string, key: string, value: unknown, alias: string): Sql {
  const each = () => ((value ?? []) as FilterInput[]).map((one) => whereSql(model, one, alias));
  if (key === 'OR' && Array.isArray(value) && value.length === 0) return 'false';
  if (key === 'AND' || key === 'OR') return joined(each(), key);
  if (key === 'NOT') return opposite(whereSql(model, (value ?? {}) as FilterInput, alias));
  if (key === 'updatedAfter')
    return value === null ? undefined : `${alias}."updatedAt" > ${literal(value)}`;
  if (key === 'customValues') return customValuesSql(model, (value ?? {}) as FilterInput, alias);
  const field = modelField(model, key);
  if (field.kind === 'object') return relatedSql(model, field, value as FilterInput | null, alias);
  const column = `${alias}."${key}"`;
  if (value === null) return field.isRequired ? undefined : `(${column} IS NULL)`;
  return filterSql(`${model}.${key}`, column, value as FilterInput, false);
}

/** The value in a custom field as a column of the type that the filter compares. Other values are null. */
const customColumns: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text,
  number: (text) =>
    `(CASE WHEN pg_input_is_valid(${text}, 'numeric') THEN CAST(${text} AS numeric) END)`,
  date: (text) =>
    `(CASE WHEN pg_input_is_valid(${text}, 'timestamptz') THEN CAST(substr(${text}, 1, 10) AS date) END)`,
  flag: (text) => `CAST(${text} AS boolean)`,
  choice: (text) => text,
};

function customValuesSql(model: string, filterInput: FilterInput, alias: string): Sql {
  return joined(
    Object.entries(filterInput).map(([quantity, entries]): Sql => {
      if (entries === null) return undefined;
      const conditions = (entries as FilterInput[]).map(({ key, ...filters }) => {
        const text = `(SELECT v.value FROM jsonb_each_text(${alias}."customValues") v JOIN "CustomField" f ON f.id = v.key
          WHERE f."accountId" = ${alias}."accountId" AND f."recordType" = '${model.toUpperCase()}' AND f."mappingKey" = ${literal(key)})`;
        const [[name = '', filter] = []] = Object.entries(filters);
        const column = customColumns[name]?.(text);
        if (column === undefined) throw new Error(`There is no filter ${name}.`);
        return filterSql(`${model}.customValues`, column, filter as FilterInput, false);
      });
      const isSome = quantity === 'some';
      if (conditions.length === 0) return isSome ? 'FALSE' : 'TRUE';
      return joined(conditions, isSome ? 'OR' : 'AND');
    }),
    'AND',
  );
}

function relatedSql(model: string, field: Field, argument: FilterInput | null, alias: string): Sql {
  if (argument === null) {
    if (field.isList || field.isRequired) return undefined;
    const reference = field.relationFromFields?.at(-1);
    return `(${alias}."${reference}" IS NULL)`;
  }
  aliases += 1;
  const other = `r${aliases}`;
  const from = `FROM "${field.type}" ${other} WHERE ${link(model, field, alias, other)}`;
  const through = hidden[field.type];
  const about = (one: FilterInput) =>
    through === undefined
      ? whereSql(field.type, one, other)
      : relatedSql(field.type, modelField(field.type, through), one, other);
  if (!field.isList) {
    const inner = about(argument);
    if (inner === undefined) return undefined;
    return `(CASE WHEN EXISTS (SELECT 1 ${from}) THEN (SELECT ${inner} ${from}) ELSE FALSE END)`;
  }
  return joined(
    Object.entries(argument).map(([quantity, one]): Sql => {
      if (one === null) return undefined;
      const inner = about(one as FilterInput) ?? 'TRUE';
      if (quantity === 'some') return `(EXISTS (SELECT 1 ${from} AND ${inner}))`;
      if (quantity === 'none') return `(NOT EXISTS (SELECT 1 ${from} AND ${inner}))`;
      return `(NOT EXISTS (SELECT 1 ${from} AND (${inner}) IS NOT TRUE))`;
    }),
    'AND',
  );
}

/** The columns whose values callers know behind a prefix. */
const numbered: Readonly<Record<string, string>> = { 'User.id': 'usr_' };

function valueSql(name: string, value: unknown): string {
  const prefix = numbered[name];
  if (prefix === undefined) return literal(value);
  const [, number] = new RegExp(`^${prefix}(\\d+)$`).exec(String(value)) ?? [];
  return number ?? '-1';
}

function filterSql(
  name: string,
  column: string,
  filterInput: FilterInput,
  inherited: boolean,
): Sql {
  const { mode, ...operators } = filterInput;
  const ignoreCase = mode === undefined || mode === null ? inherited : mode === 'INSENSITIVE';
  return joined(
    Object.entries(operators).map(([operator, value]) =>
      operatorSql({ name, column, ignoreCase }, operator, value),
    ),
    'AND',
  );
}

interface Compared {
  name: string;
  column: string;
  ignoreCase: boolean;
}

const symbols: Readonly<Record<string, string>> = {
  equals: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

function operatorSql(
  { name, column, ignoreCase }: Compared,
  operator: string,
  value: unknown,
): Sql {
  const folded = (sql: string) => (ignoreCase ? `lower(${sql})` : sql);
  const text = () => folded(valueSql(name, value));
  if (operator === 'not') {
    return value === null
      ? `(${column} IS NOT NULL)`
      : opposite(filterSql(name, column, value as FilterInput, ignoreCase));
  }
  if (value === null) return operator === 'equals' ? `(${column} IS NULL)` : undefined;
  switch (operator) {
    case 'in':
    case 'notIn': {
      const values = (value as unknown[]).map((one) => folded(valueSql(name, one)));
      const found = values.length === 0 ? 'FALSE' : `(${folded(column)} IN (${values.join(', ')}))`;
      return operator === 'in' ? found : `(NOT ${found})`;
    }
    case 'contains':
      return `(strpos(${folded(column)}, ${text()}) > 0)`;
    case 'startsWith':
      return `starts_with(${folded(column)}, ${text()})`;
    case 'endsWith':
      return `(right(${folded(column)}, length(${text()})) = ${text()})`;
    default:
      return `(${folded(column)} ${symbols[operator]} ${text()})`;
  }
}
