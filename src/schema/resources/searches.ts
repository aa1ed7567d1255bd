import type { SearchHit, SearchPage } from '../../domain/searches/fields.ts';
import { searchInput } from '../../domain/searches/fields.ts';
import { search } from '../../domain/searches/search.ts';
import type { SearchType } from '../../domain/searches/searched-fields.ts';
import { searchedType, searchTypes } from '../../domain/searches/searched-fields.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { connectionComplexity } from '../core/page-arguments.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const modelOf = (type: SearchType) => searchedType(type).model;

const record = builder.unionType('SearchRecord', {
  description: 'A record that `search` can find.',
  types: searchTypes.map(modelOf) as never,
  resolveType: ({ __typename }: { __typename: string }) => __typename as never,
});

const hit = builder.objectRef<SearchHit>('SearchHit').implement({
  description: 'A record that a search found.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    type: t.expose('type', { type: enums.SearchType, description: 'Type of the record.' }),
    id: t.exposeID('id', { description: 'Id of the record.' }),
    title: t.exposeString('title', { description: 'Name, number or subject of the record.' }),
    field: t.exposeString('field', { description: 'The field that matches best.' }),
    value: t.exposeString('value', {
      description: 'Its value. Of a long text, the first 1,000 characters.',
    }),
    match: t.expose('match', {
      type: enums.SearchMatch,
      description: 'Which part of the value the query equals.',
    }),
    record: t.field({
      type: record,
      nullable: true,
      description: 'The record. Null if it was deleted meanwhile.',
      resolve: ({ type, id }) => ({ __typename: modelOf(type), id }) as never,
    }),
  }),
});

const edge = builder.objectRef<SearchHit>('SearchHitPlace').implement({
  description: 'A hit of a page, with its cursor.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Cursor for `after`.' }),
    node: t.field({ type: hit, description: 'The hit.', resolve: (it) => it }),
  }),
});

const page = builder.objectRef<SearchPage & { isFirst: boolean }>('SearchPage').implement({
  description: 'A page of hits.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    edges: t.field({
      type: [edge],
      description: 'The hits of this page, each with its cursor.',
      complexity: { field: 0, multiplier: 1 },
      resolve: ({ hits }) => hits,
    }),
    nodes: t.field({
      type: [hit],
      description: 'The hits of this page, without cursors.',
      complexity: { field: 0, multiplier: 1 },
      resolve: ({ hits }) => hits,
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether there are more pages, and the first and last cursor of this page.',
      resolve: ({ hits, hasNextPage, isFirst }) => ({
        hasNextPage,
        hasPreviousPage: !isFirst,
        startCursor: hits[0]?.cursor ?? null,
        endCursor: hits.at(-1)?.cursor ?? null,
      }),
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: page,
    description:
      'Active records of the types of `SearchType` with a field that matches the query, the best matches first: the whole field, its beginning, the beginning of a word, then a part of a word. Case and accents are ignored, telephone numbers are found by their digits, and parts of words by three letters or more. Types that the caller cannot read are omitted.',
    args: inputArguments(searchInput),
    complexity: connectionComplexity as never,
    resolve: async (_root, args, context) => ({
      ...(await search(context, args)),
      isFirst: !args.after,
    }),
  }),
);
