import { customValuesSql } from '../domain/custom-fields/fields.ts';
import { propertyOf, relationOf } from '../domain/reader/models.ts';
import type { ListedTree } from '../domain/reader/record-lists.ts';
import type { StoredPart } from '../domain/reader/stored-json.ts';
import type { Part, Tree } from '../domain/reader/trees.ts';
import type { WireField, WireRead, WireType } from './wire.ts';

/** What statements write of records, made from wires. Everything that cannot be written is told when the service starts. */

export type Model = Tree['model'];

type RecordRead = Extract<WireRead, { kind: 'record' }>;

const missing = (model: Model, field: string) =>
  new TypeError(`No statement can write "${field}" of ${model}; its wire does not say how.`);

/** The records of a list, as their wire writes them. @throws TypeError where it does not say how */
export function treeOf(model: Model, { read }: WireType<never>): Tree {
  if (read?.kind !== 'record') throw missing(model, 'the record');
  return { model, parts: partsOf(model, read) };
}

/** One column of the records of a list, as its type writes it. @throws TypeError where it does not say how */
export function columnOf(model: Model, column: string, { read }: WireType<never>): ListedTree {
  return { model, parts: [partOf(model, { as: column, property: column, read })], isAlone: true };
}

const partsOf = (model: Model, { fields }: RecordRead): Part[] =>
  fields.map((field) => partOf(model, field));

function partOf(model: Model, field: WireField): Part {
  const { as } = field;
  if ('sql' in field) return { as, kind: 'expression', sql: field.sql };
  const { property: name, read } = field;
  if (read?.kind === 'customValues') {
    return { as, kind: 'expression', sql: (alias) => customValuesSql(alias, model) };
  }
  const property = propertyOf(model, name);
  if (!property || !read) throw missing(model, as);
  if (property.kind === 'object') return relatedPart(model, as, name, read);
  if (read.kind === 'value') return { as, kind: 'column', column: name, written: read.written };
  if (read.kind === 'list' && property.isList) {
    return { as, kind: 'column', column: name, written: 'list' };
  }
  if (read.kind === 'record' && property.type === 'Json') {
    return { as, kind: 'stored', column: name, parts: storedParts(model, read) };
  }
  throw missing(model, as);
}

function relatedPart(model: Model, as: string, name: string, read: WireRead): Part {
  const relation = relationOf(model, name);
  if (!relation) throw missing(model, as);
  const { link } = relation;
  if (read.kind === 'record') {
    const tree = { model: relation.model, parts: partsOf(relation.model, read) };
    return { as, kind: 'one', link, tree };
  }
  if (read.kind !== 'list' || read.of.kind !== 'record' || !read.rows) throw missing(model, as);
  const tree = { model: relation.model, parts: partsOf(relation.model, read.of) };
  return { as, kind: 'many', link, tree, rows: read.rows };
}

/** The properties of an object that a column keeps as JSON: exact numbers in it are texts. */
const storedParts = (model: Model, { fields }: RecordRead): StoredPart[] =>
  fields.map((field) => storedPart(model, field));

function storedPart(model: Model, field: WireField): StoredPart {
  const { as } = field;
  if ('sql' in field || !field.read) throw missing(model, as);
  const { property: key, read } = field;
  if (read.kind === 'record') return { as, key, kind: 'object', parts: storedParts(model, read) };
  if (read.kind === 'list' && read.of.kind === 'record') {
    return { as, key, kind: 'objects', parts: storedParts(model, read.of) };
  }
  if (read.kind !== 'value') throw missing(model, as);
  const { written } = read;
  if (written !== 'plain' && written !== 'number') throw missing(model, as);
  return { as, key, kind: 'value', written };
}
