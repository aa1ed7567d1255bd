import type { ApiKeyRecord } from '../../domain/workspaces/api-keys.ts';
import { createApiKey, createApiKeyInput } from '../../domain/workspaces/api-keys.ts';
import { apiKeyState } from '../../domain/workspaces/authentication.ts';
import { rotateApiKey, rotateApiKeyInput } from '../../domain/workspaces/rotate-api-key.ts';
import { apiKeyOperations } from '../../operations/api-keys.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { errorTypesFor, inputArgument, runWithExpectedVersion } from '../core/mutation-inputs.ts';
import { defineMutation, recordResultValue } from '../core/mutations.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import type { ResultFields } from '../core/results.ts';
import { recordResultFields } from '../core/results.ts';

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
      description: 'Status of the key.',
      from: { revokedAt: true, expiresAt: true },
      value: (row, { now }) => apiKeyState(row, now),
    }),
  }),
});

defineRecordQueries('ApiKey', {
  field: 'apiKeys',
  description: 'API keys of the workspace, oldest first, without their secrets.',
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
      'The key for the header X-API-KEY. It is only in this response: null in the response to a retry, with the error `secret_not_kept`.',
    isSecret: true,
  },
  ...recordResultFields('ApiKey', 'The stored API key.'),
};

const shownIssue = ({ key, record }: { key: string; record: ApiKeyRecord }) => ({
  key,
  ...recordResultValue('ApiKey', record),
});

defineMutation('createApiKey', {
  description:
    'Creates an API key. A key can create keys with its own scopes. They are revoked when it ends.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(createApiKeyInput),
  errors: errorTypesFor(false, true),
  resolve: async (context, { input }) => shownIssue(await createApiKey(context, input as never)),
});

defineMutation('rotateApiKey', {
  description:
    'Replaces an API key with a new one of the same name, scopes and expiry. The old key and keys created with it stop working immediately or after an overlap. A key that another key replaced ends together with that key.',
  shows: shownKey,
  writes: ['keys'],
  args: inputArgument(rotateApiKeyInput, { hasId: true }),
  errors: errorTypesFor(true, false, true),
  resolve: async (context, { input }) => {
    const inputWithId = input as { id: string };
    const issued = await runWithExpectedVersion(context, 'ApiKey', inputWithId, (expectant) =>
      rotateApiKey(expectant, requireId(inputWithId), input as never),
    );
    return shownIssue(issued);
  },
});

defineOperationMutations(apiKeyOperations);
