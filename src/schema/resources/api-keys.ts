import { apiKeyState } from '../../domain/workspaces/authentication.ts';
import { apiKeyOperations } from '../../operations/api-keys.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';

const state = builder.enumType('ApiKeyState', {
  description: 'Status of an API key.',
  values: {
    ACTIVE: { value: 'active', description: 'It works.' },
    EXPIRED: { value: 'expired', description: 'It has expired.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
  } as const,
});

builder.prismaNode('ApiKey', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'ApiKey',
      ['prefix', 'scopes', 'lastUsedAt', 'lastUsedAddress', 'revokedAt'],
      { scopes: enums.Scope },
    ),
    madeBy: relationField(t, 'madeBy', { nullable: true }),
    madeByUser: relationField(t, 'madeByUser', { nullable: true }),
    replacedBy: relationField(t, 'replacedBy', { nullable: true }),
    state: computedField<{ revokedAt: Date | null; expiresAt: Date | null }>(t, {
      type: state,
      description: 'Status of the key.',
      from: { revokedAt: true, expiresAt: true },
      value: (row, { now }) => apiKeyState(row, now),
    }),
  }),
});

defineRecordQueries('ApiKey', {
  field: 'apiKeys',
  description: 'API keys of the workspace, oldest first, without their secrets.',
  where: ['name', 'prefix', 'expiresAt', 'lastUsedAt', 'revokedAt'],
  orderBy: ['name', 'lastUsedAt', 'expiresAt'],
  defaultOrder: [{ createdAt: 'asc' }],
});

defineOperationMutations(apiKeyOperations);
