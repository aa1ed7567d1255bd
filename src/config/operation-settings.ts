import { z } from 'zod';
import { numbersSetting } from './numbers-setting.ts';
import { type SettingValues, setting } from './setting-table.ts';

export const operationSettings = {
  GRAPHQL_LIMITS: numbersSetting('Limits of GraphQL operations and subscriptions.', {
    tokens: [2_000, [100, 100_000], 'GRAPHQL_MAX_TOKENS', 'length of an operation in tokens.'],
    depth: [20, [2, 100], 'GRAPHQL_MAX_DEPTH', 'levels of fields below the root.'],
    aliases: [30, [0, 10_000], 'GRAPHQL_MAX_ALIASES', 'fields with an alias, and __typename.'],
    directives: [50, [0, 10_000], 'GRAPHQL_MAX_DIRECTIVES', 'directives of an operation.'],
    rootFields: [20, [1, 1_000], 'GRAPHQL_MAX_ROOT_FIELDS', 'root fields of an operation.'],
    cost: [20_000, [100, 100_000_000], 'GRAPHQL_MAX_COST', 'fields times page sizes.'],
    timeMs: [10_000, [100, 600_000], 'GRAPHQL_TIME_LIMIT_MS', 'time until its SQL is cancelled.'],
    subscriptions: [
      50,
      [0, 100_000],
      'GRAPHQL_MAX_SUBSCRIPTIONS',
      'open subscriptions per key and process; 0 for no limit.',
    ],
    eventCost: [
      100_000,
      [0, 1_000_000_000],
      'GRAPHQL_MAX_EVENT_COST',
      'cost of events per second, key and process. Further events wait; 0 for no limit.',
    ],
  }),
  PERSISTED_OPERATIONS: setting(
    'off',
    'off, prefer or only: use of persisted operations.',
    z.enum(['off', 'prefer', 'only'], 'must be off, prefer or only'),
  ),
  PERSISTED_OPERATIONS_FILE: setting(
    '',
    'Manifest of persisted operations: a JSON object from SHA-256 to the text of the operation.',
    z.string(),
  ),
};

type Values = SettingValues<typeof operationSettings>;

/** The GraphQL field `limits` returns them. */
export type OperationLimits = Values['GRAPHQL_LIMITS'];

export type PersistedOperationsMode = Values['PERSISTED_OPERATIONS'];

export const defaultOperationLimits = operationSettings.GRAPHQL_LIMITS.parse(undefined);
