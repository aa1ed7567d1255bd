import type { SearchHit } from '../../domain/searches/fields.ts';
import { listHitsInput } from '../../domain/searches/fields.ts';
import { search, searchRules } from '../../domain/searches/search.ts';
import { matchKinds } from '../../domain/searches/search-statement.ts';
import { searchTypes } from '../../domain/searches/searched-fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { RecordListPart } from '../core/list-routes.ts';
import type { Route } from '../core/route.ts';
import { defineReadRoute } from '../core/route.ts';
import { choice, defineSerializer, listOf, text, withDescription } from '../core/serializer.ts';

const hitSerializer = defineSerializer<Omit<SearchHit, 'cursor'>>()(
  'SearchHit',
  'A record that a search found.',
  {
    type: withDescription(choice(searchTypes), 'Type of the record.'),
    id: withDescription(text, 'Id of the record.'),
    title: withDescription(text, 'Name, number or subject of the record.'),
    field: withDescription(text, 'The field that matches best.'),
    value: withDescription(text, 'Its value. Of a long text, the first 1,000 characters.'),
    match: withDescription(
      choice(matchKinds),
      'What the query equals: the whole field, its beginning, the beginning of a word, or a part of a word.',
    ),
  },
);

const example = {
  type: 'CONTACT',
  id: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f11',
  title: 'Ada Lovelace',
  field: 'email',
  value: 'ada@lovelace.example',
  match: 'PREFIX',
};

export const searchRoutes: Route[] = [
  {
    ...defineReadRoute({
      path: 'search',
      operationId: 'search',
      tag: 'Search',
      summary: 'Search records',
      description:
        'Records with a field that matches `query`, the best matches first. Case and accents are ignored, telephone numbers are found by their digits, and parts of words by three letters or more. Archived records and inactive projects are omitted. `types` narrows the search: `types=CLIENT,INVOICE`. Without it, the types that the key cannot read are omitted. See docs/search.md.',
      input: listHitsInput,
      area: null,
      output: { schema: listOf(hitSerializer).schema },
      errors: [],
      example: { input: { query: 'ada' }, output: [example] },
      handle: async (context, input) => {
        const rules = searchRules(context.accountId);
        const { limit: first, ...given } = parseInput(listHitsInput, input, rules);
        const { hits, hasNextPage } = await search(context, { ...given, first });
        const body = JSON.stringify(hits.map(({ cursor: _, ...hit }) => hit));
        const last = hits.at(-1);
        const next =
          hasNextPage && last ? { parameter: 'after' as const, value: last.cursor } : null;
        return new RecordListPart(body, next);
      },
    }),
    returnsPages: true,
    hasScopesOfInput: true,
  },
];
