import { customValuesSql } from '../../domain/custom-fields/field-definitions.ts';
import type { StoredJsonPart } from '../../query/json-columns.ts';
import type { JsonQuery, JsonQueryPart } from '../../query/json-query.ts';
import { modelFieldOf, modelRelationOf } from '../../query/model-columns.ts';
import type { ListJsonQuery } from '../../query/record-list.ts';
import type { SerializerField, SerializerOutput, ValueSerializer } from './serializer.ts';

export type Model = JsonQuery['model'];

type RecordRead = Extract<SerializerOutput, { kind: 'record' }>;

const undeclaredFieldError = (model: Model, field: string) =>
  new TypeError(
    `No statement can write "${field}" of ${model}; its serializer does not declare how.`,
  );

/** @throws TypeError at startup for a field that SQL cannot serialize */
export function buildRecordQuery(model: Model, { read }: ValueSerializer<never>): JsonQuery {
  if (read?.kind !== 'record') throw undeclaredFieldError(model, 'the record');
  return { model, parts: partsOf(model, read) };
}

/** @throws TypeError at startup if SQL cannot serialize the column */
export function buildColumnQuery(
  model: Model,
  column: string,
  { read }: ValueSerializer<never>,
): ListJsonQuery {
  return { model, parts: [partOf(model, { as: column, property: column, read })], isAlone: true };
}

const partsOf = (model: Model, { fields }: RecordRead): JsonQueryPart[] =>
  fields.map((field) => partOf(model, field));

function partOf(model: Model, field: SerializerField): JsonQueryPart {
  const { area, copied } = field;
  return { ...partWithoutAreas(model, field), ...(area && { area }), ...(copied && { copied }) };
}

function partWithoutAreas(model: Model, field: SerializerField): JsonQueryPart {
  const { as } = field;
  if ('sql' in field) return { as, kind: 'expression', sql: field.sql };
  if ('recordFields' in field) {
    if (field.recordFields?.kind !== 'record') throw undeclaredFieldError(model, as);
    return { as, kind: 'own', parts: partsOf(model, field.recordFields) };
  }
  if ('join' in field) {
    const part = manyPart(as, field.model, field.join, field.read);
    if (!part) throw undeclaredFieldError(model, as);
    return part;
  }
  const { property: name, read } = field;
  const [first = '', ...rest] = name.split('.');
  if (rest.length > 0) return throughPart(model, first, { as, property: rest.join('.'), read });
  if (read?.kind === 'customValues') {
    return { as, kind: 'expression', sql: (alias) => customValuesSql(alias, model) };
  }
  const property = modelFieldOf(model, name);
  if (!property || !read) throw undeclaredFieldError(model, as);
  if (property.kind === 'object') return relatedPart(model, as, name, read);
  if (property.type === 'Json') return storedPartOf(model, as, name, read);
  if (read.kind === 'value' && read.written !== 'json') {
    return { as, kind: 'column', column: name, written: read.written };
  }
  if (read.kind === 'list' && property.isList) {
    return { as, kind: 'column', column: name, written: 'list' };
  }
  throw undeclaredFieldError(model, as);
}

function storedPartOf(
  model: Model,
  as: string,
  column: string,
  read: SerializerOutput,
): JsonQueryPart {
  const isList = read.kind === 'list';
  const output = isList ? read.of : read;
  if (output.kind !== 'record') throw undeclaredFieldError(model, as);
  return { as, kind: 'stored', column, parts: storedParts(model, output), isList };
}

function throughPart(model: Model, name: string, field: SerializerField): JsonQueryPart {
  const { as } = field;
  const relation = modelRelationOf(model, name);
  if (!relation || relation.isList) throw undeclaredFieldError(model, as);
  const { link, model: related } = relation;
  return { as, kind: 'through', link, model: related, part: partOf(related, field) };
}

function relatedPart(
  model: Model,
  as: string,
  name: string,
  read: SerializerOutput,
): JsonQueryPart {
  const relation = modelRelationOf(model, name);
  if (!relation) throw undeclaredFieldError(model, as);
  const { link } = relation;
  if (read.kind === 'record') {
    const tree = { model: relation.model, parts: partsOf(relation.model, read) };
    return { as, kind: 'one', link, tree };
  }
  const part = manyPart(as, relation.model, link, read);
  if (!part) throw undeclaredFieldError(model, as);
  return part;
}

function manyPart(
  as: string,
  model: Model,
  link: Extract<JsonQueryPart, { kind: 'many' }>['link'],
  read: SerializerOutput | undefined,
): JsonQueryPart | undefined {
  if (read?.kind !== 'list' || read.of.kind !== 'record' || !read.rows) return undefined;
  return {
    as,
    kind: 'many',
    link,
    tree: { model, parts: partsOf(model, read.of) },
    rows: read.rows,
  };
}

/** JSON columns store exact numbers as text. */
const storedParts = (model: Model, { fields }: RecordRead): StoredJsonPart[] =>
  fields.map((field) => storedPart(model, field));

function storedPart(model: Model, field: SerializerField): StoredJsonPart {
  const { as } = field;
  if (!('property' in field) || !field.read) throw undeclaredFieldError(model, as);
  const { property: key, read } = field;
  if (read.kind === 'record') return { as, key, kind: 'object', parts: storedParts(model, read) };
  if (read.kind === 'list' && read.of.kind === 'record') {
    return { as, key, kind: 'objects', parts: storedParts(model, read.of) };
  }
  if (read.kind !== 'value') throw undeclaredFieldError(model, as);
  const { written } = read;
  // JSON columns store instants in the format of the response.
  if (written === 'instant') return { as, key, kind: 'value', written: 'plain' };
  if (written !== 'plain' && written !== 'number' && written !== 'json')
    throw undeclaredFieldError(model, as);
  return { as, key, kind: 'value', written };
}
