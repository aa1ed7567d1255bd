import { revokeApiKey } from '../domain/workspaces/api-keys.ts';
import { narrowApiKey, narrowApiKeyInput } from '../domain/workspaces/narrow-api-key.ts';
import { requireId } from '../platform/input/update-input.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const apiKeyOperations = defineOperations('ApiKey', {
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
