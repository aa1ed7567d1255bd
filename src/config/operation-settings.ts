import { z } from 'zod';
import type { OperationLimits } from '../schema/core/server-context.ts';
import { integerSetting } from './value-parsers.ts';

/** What the environment says of how large a GraphQL operation may be, with what it means. */
export const operationSettings = {
  GRAPHQL_MAX_TOKENS: { default: '2000', meaning: 'Longest GraphQL operation, in tokens.' },
  GRAPHQL_MAX_DEPTH: { default: '20', meaning: 'Deepest GraphQL operation, in levels.' },
  GRAPHQL_MAX_ALIASES: { default: '30', meaning: 'Most aliases of a GraphQL operation.' },
  GRAPHQL_MAX_DIRECTIVES: { default: '50', meaning: 'Most directives of a GraphQL operation.' },
  GRAPHQL_MAX_ROOT_FIELDS: { default: '20', meaning: 'Most root fields of a GraphQL operation.' },
  GRAPHQL_MAX_COST: {
    default: '20000',
    meaning: 'Highest cost of a GraphQL operation: its fields, times the sizes of the pages.',
  },
  GRAPHQL_TIME_LIMIT_MS: {
    default: '10000',
    meaning: 'Longest time of a GraphQL operation; its SQL is cancelled then.',
  },
  GRAPHQL_MAX_SUBSCRIPTIONS: {
    default: '50',
    meaning: 'Most subscriptions that one key has open at once at each process; 0 for no limit.',
  },
  GRAPHQL_MAX_EVENT_COST: {
    default: '100000',
    meaning:
      'Highest cost of the events that one key is told of in a second by each process, beyond which they wait; 0 for no limit.',
  },
} as const;

export const operationEnvironmentSchema = {
  GRAPHQL_MAX_TOKENS: integerSetting(100, 100_000),
  GRAPHQL_MAX_DEPTH: integerSetting(2, 100),
  GRAPHQL_MAX_ALIASES: integerSetting(0, 10_000),
  GRAPHQL_MAX_DIRECTIVES: integerSetting(0, 10_000),
  GRAPHQL_MAX_ROOT_FIELDS: integerSetting(1, 1_000),
  GRAPHQL_MAX_COST: integerSetting(100, 100_000_000),
  GRAPHQL_TIME_LIMIT_MS: integerSetting(100, 600_000),
  GRAPHQL_MAX_SUBSCRIPTIONS: integerSetting(0, 100_000),
  GRAPHQL_MAX_EVENT_COST: integerSetting(0, 1_000_000_000),
};

const shape = z.object(operationEnvironmentSchema);

/** How large a GraphQL operation may be. */
export const operationLimitsOf = (values: z.output<typeof shape>): OperationLimits => ({
  tokens: values.GRAPHQL_MAX_TOKENS,
  depth: values.GRAPHQL_MAX_DEPTH,
  aliases: values.GRAPHQL_MAX_ALIASES,
  directives: values.GRAPHQL_MAX_DIRECTIVES,
  rootFields: values.GRAPHQL_MAX_ROOT_FIELDS,
  cost: values.GRAPHQL_MAX_COST,
  timeMs: values.GRAPHQL_TIME_LIMIT_MS,
  subscriptions: values.GRAPHQL_MAX_SUBSCRIPTIONS,
  eventCost: values.GRAPHQL_MAX_EVENT_COST,
});
