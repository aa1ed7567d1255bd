import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import PrismaUtilsPlugin from '@pothos/plugin-prisma-utils';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../../generated/pothos/types.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { declaredFieldsPluginName } from './declared-fields-plugin.ts';
import { pageSizeLimits } from './page-arguments.ts';
import type { Scalars } from './scalars.ts';
import { scalars } from './scalars.ts';
import type { ServerContext } from './server-context.ts';

export type BuilderTypes = {
  PrismaTypes: PrismaTypes;
  Context: ServerContext;
  Scalars: Scalars;
  DefaultFieldNullability: false;
};

/**
 * Ids already start with their type, so `node(id:)` accepts the ids of the REST API. Pothos throws
 * an error if a query ignores the selected columns.
 */
export const builder = new SchemaBuilder<BuilderTypes>({
  plugins: [
    ComplexityPlugin,
    RelayPlugin,
    PrismaPlugin,
    PrismaUtilsPlugin,
    declaredFieldsPluginName,
  ],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.db as never,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
    maxConnectionSize: pageSizeLimits.max,
    defaultConnectionSize: pageSizeLimits.default,
    onUnusedQuery: 'error',
  },
  relay: {
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: recordTypeOfId(id) ?? '', id }),
    // The connection itself already multiplies the cost by the page size.
    edgesFieldOptions: { complexity: { field: 0, multiplier: 1 } },
    // nodes.ts resolves `node` and `nodes`.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'A record with an id. `node` returns it.' },
    pageInfoTypeOptions: { description: 'Position of a page in a list.' },
    firstArgOptions: {
      description: `Number of records from the start, at most ${pageSizeLimits.max}.`,
    },
    lastArgOptions: {
      description: `Number of records from the end, at most ${pageSizeLimits.max}.`,
    },
    afterArgOptions: {
      description:
        'Records after this cursor of an earlier page in the same order, even if its record was deleted since.',
    },
    beforeArgOptions: {
      description:
        'Records before this cursor of an earlier page in the same order, even if its record was deleted since.',
    },
  },
  complexity: { defaultComplexity: 1, defaultListMultiplier: 10 },
});

for (const [name, scalar] of Object.entries(scalars)) {
  builder.addScalarType(name as keyof typeof scalars, scalar as never);
}

builder.queryType({ description: 'Queries of the key’s workspace.' });
builder.mutationType({ description: 'Mutations of the key’s workspace.' });
