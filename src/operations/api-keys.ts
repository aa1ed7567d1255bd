import { createApiKey, createApiKeyInput, revokeApiKey } from '../domain/workspaces/api-keys.ts';
import { narrowApiKey, narrowApiKeyInput } from '../domain/workspaces/narrow-api-key.ts';
import { rotateApiKey, rotateApiKeyInput } from '../domain/workspaces/rotate-api-key.ts';
import { requireId } from '../platform/input/update-input.ts';
import { defineOperations } from '../platform/operations/operations.ts';

const secret = { name: 'key', description: 'The key for the header X-API-KEY.' };

export const apiKeyOperations = defineOperations('ApiKey', {
  createApiKey: {
    kind: 'command',
    description:
      'Creates an API key. A key can create keys with its own scopes. They are revoked when it ends.',
    secret,
    input: createApiKeyInput,
    run: createApiKey,
  },
  rotateApiKey: {
    kind: 'record',
    description:
      'Replaces an API key with a new one of the same name, scopes and expiry. The old key and keys created with it stop working immediately or after an overlap. A key that another key replaced ends together with that key.',
    secret,
    input: rotateApiKeyInput,
    errors: ['conflicting_state'],
    run: async (context, input) => rotateApiKey(context, requireId(input), input),
  },
  revokeApiKey: {
    kind: 'record',
    description:
      'Revokes an API key and the keys that were created with it. Requests with any of them are rejected immediately.',
    run: async (context, input) => revokeApiKey(context, requireId(input)),
  },
  narrowApiKey: {
    kind: 'record',
    description:
      'Removes scopes from an API key and from the keys that were created with it. Keys without scopes are revoked. It never adds scopes.',
    input: narrowApiKeyInput,
    errors: ['conflicting_state'],
    run: async (context, input) => narrowApiKey(context, requireId(input), input),
  },
});
