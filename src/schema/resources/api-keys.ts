import { requireId } from '../../platform/input/update-input.ts';
import type { ApiKeyRecord } from '../../domain/workspaces/api-keys.ts';
import { createApiKey, createApiKeyInput, revokeApiKey } from '../../domain/workspaces/api-keys.ts';
import { apiKeyState } from '../../domain/workspaces/authentication.ts';
import { narrowApiKey, narrowApiKeyInput } from '../../domain/workspaces/narrow-api-key.ts';
import { rotateApiKey, rotateApiKeyInput } from '../../domain/workspaces/rotate-api-key.ts';
import {
  action,
  asExpected,
  errorsOf,
  inputArgument,
  recordAction,
} from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { mutation, shownOf } from '../core/mutations.ts';
import type { ShownFields } from '../core/results.ts';
import { shownRecord } from '../core/results.ts';

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
    ...columns(
      t,
      'ApiKey',
      ['name', 'prefix', 'scopes', 'expiresAt', 'lastUsedAt', 'lastUsedAddress', 'revokedAt'],
      {
        as: { scopes: enums.Scope },
      },
    ),
    madeBy: related(t, 'madeBy', { nullable: true }),
    madeByUser: related(t, 'madeByUser', { nullable: true }),
    replacedBy: related(t, 'replacedBy', { nullable: true }),
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

const shownKey: ShownFields = {
  key: {
    type: 'String',
    description:
      'The key, as the header X-API-KEY carries it. It is in this answer only: null in the answer to a retry, with the error `secret_not_kept`.',
    isSecret: true,
  },
  ...shownRecord('ApiKey', 'What is kept of the key.'),
};

const shownIssue = ({ key, record }: { key: string; record: ApiKeyRecord }) => ({
  key,
  ...shownOf('ApiKey', record),
});

mutation('createApiKey', {
  description: 'Makes an API key. A key can make keys of its own scopes, which end when it ends.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(createApiKeyInput),
  errors: errorsOf(false, true),
  resolve: async (context, { input }) => shownIssue(await createApiKey(context, input as never)),
});

recordAction('revokeApiKey', {
  description:
    'Revokes an API key for good, and the keys that were made with it; the next request with any of them is refused.',
  record: 'ApiKey',
  neverConflicts: true,
  run: async (context, input) => revokeApiKey(context, requireId(input)),
});

action('narrowApiKey', {
  description:
    'Takes from an API key what it need not do, and from the keys that were made with it; those left with nothing are revoked. It never gives a key more.',
  record: 'ApiKey',
  input: narrowApiKeyInput,
  hasId: true,
  run: async (context, input) => narrowApiKey(context, requireId(input), input),
});

mutation('rotateApiKey', {
  description:
    'Replaces an API key by a new one of the same name, scopes and expiry; the old one and the keys that were made with it stop working, at once or after an overlap. A key that is replaced with another key ends when that one ends.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(rotateApiKeyInput, { hasId: true }),
  errors: errorsOf(true, false, true),
  resolve: async (context, { input }) => {
    const given = input as { id: string };
    const issued = await asExpected(context, 'ApiKey', given, (expectant) =>
      rotateApiKey(expectant, requireId(given), input as never),
    );
    return shownIssue(issued);
  },
});
