import { enumOf, integer, list, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import type { matchKinds } from './search-statement.ts';
import type { SearchType } from './searched-fields.ts';
import { searchTypes } from './searched-fields.ts';

const searchPageSizes = { default: 25, max: 100 };

const typeList = list(enumOf('SearchType', searchTypes), { min: 1, max: searchTypes.length });

/** REST separates the types by commas. */
const types: FieldType<SearchType[]> = {
  ...typeList,
  read: (value, report) =>
    typeList.read(
      [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : one)),
      report,
    ),
};

const pageSize = withDefault(
  integer({ min: 1, max: searchPageSizes.max }),
  searchPageSizes.default,
  'Maximum number of hits.',
);

const searchFields = {
  query: required(text(200), 'Text to find. Case and accents are ignored.'),
  types: nullable(types, 'Types of records. Default: all that the caller may read.'),
  after: nullable(text(2_000), 'Cursor of the last hit of the page before.'),
};

export const searchInput = inputObject('Search', 'What to find.', {
  ...searchFields,
  first: pageSize,
});

export const listHitsInput = inputObject('ListHits', 'What to find.', {
  ...searchFields,
  limit: pageSize,
});

export interface SearchHit {
  type: SearchType;
  id: string;
  title: string;
  /** The field that matches best, and its value. */
  field: string;
  value: string;
  match: (typeof matchKinds)[number];
  cursor: string;
}

export interface SearchPage {
  hits: SearchHit[];
  hasNextPage: boolean;
}
