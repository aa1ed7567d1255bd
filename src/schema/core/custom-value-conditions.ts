import type { Condition } from '../../query/conditions.ts';
import { allOf, anyOf, matchAll, matchNone } from '../../query/conditions.ts';
import type { CustomValueColumn, CustomValueFilter } from '../../query/custom-values.ts';
import type { Where } from './column-conditions.ts';
import { compileColumn, rejectWhere } from './column-conditions.ts';
import type { ModelName } from './model-names.ts';

interface Position {
  model: ModelName;
  path: string;
}

const comparedAs: Readonly<Record<CustomValueFilter, CustomValueColumn['as']>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  flag: 'flag',
  choice: 'text',
};

const filterNames = Object.keys(comparedAs) as CustomValueFilter[];

/** `some` matches if one of its conditions matches, `every` if all of them match. */
export function compileCustomValues<P extends Position>(
  position: P,
  filter: unknown,
  count: (position: P, additional: number) => void,
): Condition | undefined {
  return allOf(
    Object.entries((filter ?? {}) as Where).map(([quantity, entries]) => {
      if (!Array.isArray(entries)) return undefined;
      count(position, entries.length);
      if (entries.length === 0) return quantity === 'some' ? matchNone : matchAll;
      const conditions = entries.map((entry: Where, index) =>
        compileEntry(position.model, `${position.path}.${quantity}.${index}`, entry),
      );
      return quantity === 'some' ? anyOf(conditions) : allOf(conditions);
    }),
  );
}

function compileEntry(model: ModelName, path: string, entry: Where): Condition | undefined {
  const [filter, ...others] = filterNames.filter((name) => entry[name] ?? false);
  if (filter === undefined || others.length > 0)
    rejectWhere(`must have exactly one of the filters ${filterNames.join(', ')}`, path);
  const custom = {
    ...{ recordType: model.toUpperCase(), key: String(entry.key), path, filter },
    as: comparedAs[filter],
  };
  return compileColumn({ model, column: 'customValues', custom }, entry[filter] as Where);
}
