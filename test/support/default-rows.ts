import { globalModels } from '../../src/database/models/global-models.ts';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import * as enums from '../../src/generated/prisma/enums.ts';
import { idPrefixes } from '../../src/platform/ids/record-ids.ts';

/** Rows of models that no list of the tests names: of each column what it takes, read from the datamodel. */

const { models } = getDatamodel().datamodel;

/** The first value of each enumeration. */
const firstValues = new Map(
  Object.entries(enums).map(([name, values]) => [name, Object.values(values)[0]]),
);

export type ModelId = (model: string) => string | number;

/** Every model, those that others refer to first. */
const inOrder: readonly string[] = (() => {
  const done = new Set<string>();
  const add = (model: string) => {
    if (done.has(model)) return;
    done.add(model);
    for (const { type, relationFromFields } of models[model]?.fields ?? []) {
      if (relationFromFields?.length && type !== model) add(type);
    }
    sorted.push(model);
  };
  const sorted: string[] = [];
  for (const model of Object.keys(models)) add(model);
  return sorted;
})();

/** The models that a list does not name, in the order in which their rows can be made. */
export const unlistedModels = (listed: readonly string[]): string[] =>
  inOrder.filter((model) => ![...globalModels, 'Workspace', ...listed].includes(model));

/** The texts of which no two records of a workspace have the same. */
export function uniqueTexts(model: string): string[] {
  const { fields = [], uniqueIndexes = [] } = models[model] ?? {};
  const references = fields.flatMap(({ relationFromFields = [] }) => relationFromFields);
  return fields
    .filter(({ name, type }) => type === 'String' && ![...references, 'id'].includes(name))
    .map(({ name }) => name)
    .filter((name) => uniqueIndexes.some((index) => index.fields.includes(name)));
}

const samples: Readonly<Record<string, (name: string, number: number) => unknown>> = {
  String: (name, number) => `${name} ${number}`,
  Int: (_name, number) => number,
  Decimal: () => 1,
  Boolean: () => true,
  DateTime: (_name, number) => new Date(Date.UTC(2026, 0, 1 + (number % 200))),
  Json: () => ({}),
};

/** The required columns of a new row, besides workspace and id. References use the given ids. */
export function defaultRow(model: string, number: number, idOf: ModelId): Record<string, unknown> {
  const { fields = [] } = models[model] ?? {};
  const referred = new Map(
    fields.flatMap(({ relationFromFields = [], type }) =>
      relationFromFields.slice(-1).map((column) => [column, type] as const),
    ),
  );
  const needed = fields.filter(
    ({ hasDefaultValue, isRequired, kind, name }) =>
      isRequired && !hasDefaultValue && kind !== 'object' && !['accountId', 'id'].includes(name),
  );
  return Object.fromEntries(
    needed.map(({ isList, name, type }) => {
      const target = referred.get(name);
      if (target) return [name, idOf(target)];
      if (isList) return [name, []];
      return [name, samples[type]?.(name, number) ?? firstValues.get(type)];
    }),
  );
}

/** The id of a model's first record, as the lists of samples call it. */
export const firstId: ModelId = (model) =>
  model === 'User' ? 1 : `${idPrefixes[model as keyof typeof idPrefixes]}_1`;
