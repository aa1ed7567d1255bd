import type { ApiKeyRecord } from '../../domain/workspaces/api-keys.ts';
import { createApiKey, createApiKeyInput, revokeApiKey } from '../../domain/workspaces/api-keys.ts';
import { apiKeyState } from '../../domain/workspaces/authentication.ts';
import { narrowApiKey, narrowApiKeyInput } from '../../domain/workspaces/narrow-api-key.ts';
import { rotateApiKey, rotateApiKeyInput } from '../../domain/workspaces/rotate-api-key.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineRecordMutation,
  errorTypesFor,
  inputArgument,
  runWithExpectedVersion,
} from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { defineMutation, recordResultValue } from '../core/mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import type { ResultFields } from '../core/results.ts';
import { recordResultFields } from '../core/results.ts';

const state = builder.enumType('ApiKeyState', {
  description: 'Whether an API key works.',
  values: {
    ACTIVE: { value: 'active', description: 'It works.' },
    EXPIRED: { value: 'expired', description: 'Its time is over.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
  } as const,
});

builder.prismaNode('ApiKey', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'ApiKey',
      ['name', 'prefix', 'scopes', 'expiresAt', 'lastUsedAt', 'lastUsedAddress', 'revokedAt'],
      {
        as: { scopes: enums.Scope },
      },
    ),
    madeBy: relationField(t, 'madeBy', { nullable: true }),
    madeByUser: relationField(t, 'madeByUser', { nullable: true }),
    replacedBy: relationField(t, 'replacedBy', { nullable: true }),
    state: computedField<{ revokedAt: Date | null; expiresAt: Date | null }>(t, {
      type: state,
      description: 'Whether the key works.',
      from: { revokedAt: true, expiresAt: true },
      value: (row, { now }) => apiKeyState(row, now),
    }),
  }),
});

defineRecordQueries('ApiKey', {
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
  defaultOrder: [{ createdAt: 'asc' }],
});

const shownKey: ResultFields = {
  key: {
    type: 'String',
    description:
      'The key, as the header X-API-KEY carries it. It is in this answer only: null in the answer to a retry, with the error `secret_not_kept`.',
    isSecret: true,
  },
  ...recordResultFields('ApiKey', 'What is kept of the key.'),
};

const shownIssue = ({ key, record }: { key: string; record: ApiKeyRecord }) => ({
  key,
  ...recordResultValue('ApiKey', record),
});

defineMutation('createApiKey', {
  description: 'Makes an API key. A key can make keys of its own scopes, which end when it ends.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(createApiKeyInput),
  errors: errorTypesFor(false, true),
  resolve: async (context, { input }) => shownIssue(await createApiKey(context, input as never)),
});

defineRecordMutation('revokeApiKey', {
  description:
    'Revokes an API key for good, and the keys that were made with it; the next request with any of them is refused.',
  record: 'ApiKey',
  neverConflicts: true,
  run: async (context, input) => revokeApiKey(context, requireId(input)),
});

defineCommandMutation('narrowApiKey', {
  description:
    'Takes from an API key what it need not do, and from the keys that were made with it; those left with nothing are revoked. It never gives a key more.',
  record: 'ApiKey',
  input: narrowApiKeyInput,
  hasId: true,
  run: async (context, input) => narrowApiKey(context, requireId(input), input),
});

defineMutation('rotateApiKey', {
  description:
    'Replaces an API key by a new one of the same name, scopes and expiry; the old one and the keys that were made with it stop working, at once or after an overlap. A key that is replaced with another key ends when that one ends.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(rotateApiKeyInput, { hasId: true }),
  errors: errorTypesFor(true, false, true),
  resolve: async (context, { input }) => {
    const given = input as { id: string };
    const issued = await runWithExpectedVersion(context, 'ApiKey', given, (expectant) =>
      rotateApiKey(expectant, requireId(given), input as never),
    );
    return shownIssue(issued);
  },
});
