import { columnTypes } from '../../generated/columns.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { modelFieldOf } from '../../query/model-columns.ts';
import type { ModelName } from './model-names.ts';

const scalars: Readonly<Record<string, string>> = {
  String: 'String',
  Int: 'Int',
  Boolean: 'Boolean',
  Decimal: 'Decimal',
  DateTime: 'DateTime',
  Json: 'JSON',
};

const dayScalars: Readonly<Record<string, string>> = { date: 'Date', time: 'Time' };

const { models } = getDatamodel().datamodel;

const isReference = (model: ModelName, name: string) =>
  models[model]?.fields.some((field) => field.relationFromFields?.includes(name)) ?? false;

/** Text columns that refer to a record are IDs. */
export function columnScalar(model: ModelName, name: string): string | undefined {
  const type = modelFieldOf(model, name)?.type ?? '';
  if (type === 'String' && isReference(model, name)) return 'ID';
  return dayScalars[columnTypes[model]?.[name]?.type ?? ''] ?? scalars[type];
}
