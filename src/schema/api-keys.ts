import { apiKeyState } from '../domain/workspaces/authentication.ts';
import { builder } from './builder.ts';
import { columns, derived, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { enums } from './enums.ts';

const state = builder.enumType('ApiKeyState', {
  description: 'Whether an API key works.',
  values: {
    ACTIVE: { value: 'active', description: 'It works.' },
    EXPIRED: { value: 'expired', description: 'Its time is over.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
  } as const,
});

builder.prismaNode('ApiKey', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'ApiKey', ['name', 'prefix', 'scopes', 'expiresAt', 'lastUsedAt', 'revokedAt'], {
      as: { scopes: enums.Scope },
    }),
    madeBy: t.relation('madeBy', { nullable: true }),
    state: derived<{ revokedAt: Date | null; expiresAt: Date | null }>(t, {
      type: state,
      description: 'Whether the key works.',
      from: { revokedAt: true, expiresAt: true },
      value: (row, { now }) => apiKeyState(row, now),
    }),
  }),
});

listed('ApiKey', {
  field: 'apiKeys',
  description: 'The keys to the workspace, oldest first; never the secret itself.',
  where: {
    name: 'String',
    prefix: 'String',
    expiresAt: 'DateTime',
    lastUsedAt: 'DateTime',
    revokedAt: 'DateTime',
  },
  orderBy: ['name', 'lastUsedAt', 'expiresAt'],
  usualOrder: [{ createdAt: 'asc' }],
});
