import { z } from 'zod';
import type { SettingTable, SettingValues } from './setting-table.ts';
import { integerSetting } from './value-parsers.ts';

/** Limits of GraphQL operations. The GraphQL field `limits` returns them. */
export interface OperationLimits {
  /** Tokens of the query text. */
  tokens: number;
  /** Levels of fields below the root. */
  depth: number;
  /** Aliased fields, `__typename` included. */
  aliases: number;
  directives: number;
  /** Root fields of one operation. */
  rootFields: number;
  /** A field in a list counts once for each record of the page. */
  cost: number;
  timeMs: number;
  /** Open subscriptions of one key. 0 means no limit. */
  subscriptions: number;
  /** Cost of the events that one key receives in a second. 0 means no limit. */
  eventCost: number;
}

export const defaultOperationLimits: OperationLimits = {
  tokens: 2_000,
  depth: 20,
  aliases: 30,
  directives: 50,
  rootFields: 20,
  cost: 20_000,
  timeMs: 10_000,
  subscriptions: 50,
  eventCost: 100_000,
};

export type PersistedOperationsMode = 'off' | 'prefer' | 'only';

export const operationSettings = {
  GRAPHQL_MAX_TOKENS: {
    default: String(defaultOperationLimits.tokens),
    description: 'Maximum length of a GraphQL operation in tokens.',
    value: integerSetting(100, 100_000),
  },
  GRAPHQL_MAX_DEPTH: {
    default: String(defaultOperationLimits.depth),
    description: 'Maximum depth of a GraphQL operation.',
    value: integerSetting(2, 100),
  },
  GRAPHQL_MAX_ALIASES: {
    default: String(defaultOperationLimits.aliases),
    description: 'Maximum number of aliases of a GraphQL operation.',
    value: integerSetting(0, 10_000),
  },
  GRAPHQL_MAX_DIRECTIVES: {
    default: String(defaultOperationLimits.directives),
    description: 'Maximum number of directives of a GraphQL operation.',
    value: integerSetting(0, 10_000),
  },
  GRAPHQL_MAX_ROOT_FIELDS: {
    default: String(defaultOperationLimits.rootFields),
    description: 'Maximum number of root fields of a GraphQL operation.',
    value: integerSetting(1, 1_000),
  },
  GRAPHQL_MAX_COST: {
    default: String(defaultOperationLimits.cost),
    description: 'Maximum cost of a GraphQL operation: its fields times the page sizes.',
    value: integerSetting(100, 100_000_000),
  },
  GRAPHQL_TIME_LIMIT_MS: {
    default: String(defaultOperationLimits.timeMs),
    description: 'Time limit of a GraphQL operation. Its SQL is then cancelled.',
    value: integerSetting(100, 600_000),
  },
  GRAPHQL_MAX_SUBSCRIPTIONS: {
    default: String(defaultOperationLimits.subscriptions),
    description: 'Maximum number of open subscriptions per key and process. 0: no limit.',
    value: integerSetting(0, 100_000),
  },
  GRAPHQL_MAX_EVENT_COST: {
    default: String(defaultOperationLimits.eventCost),
    description:
      'Maximum cost of events per second, key and process. Further events wait. 0: no limit.',
    value: integerSetting(0, 1_000_000_000),
  },
  PERSISTED_OPERATIONS: {
    default: 'off',
    description: 'off, prefer or only: use of persisted operations.',
    value: z.enum(['off', 'prefer', 'only'], 'must be off, prefer or only'),
  },
  PERSISTED_OPERATIONS_FILE: {
    default: '',
    description:
      'Manifest of persisted operations: a JSON object from SHA-256 to the text of the operation.',
    value: z.string(),
  },
} as const satisfies SettingTable;

export const operationLimitsOf = (
  values: SettingValues<typeof operationSettings>,
): OperationLimits => ({
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
