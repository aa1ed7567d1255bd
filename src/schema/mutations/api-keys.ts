import { requireId } from '../../domain/kernel/changes.ts';
import type { ApiKeyRecord } from '../../domain/workspaces/api-keys.ts';
import {
  createApiKey,
  createApiKeyInput,
  revokeApiKey,
  rotateApiKey,
} from '../../domain/workspaces/api-keys.ts';
import { idArgument, inputArgument, mutation, recordAction } from '../actions.ts';
import { builder } from '../builder.ts';
import { storedColumns } from '../columns.ts';
import { ofOwnDoing } from '../own-doing.ts';

const issuedKey = builder
  .objectRef<{ key: string; record: ApiKeyRecord }>('IssuedApiKey')
  .implement({
    description: 'A new API key. The key itself is in this answer only.',
    extensions: ofOwnDoing,
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key, as the header X-API-KEY carries it.' }),
      apiKey: t.field({
        type: 'ApiKey' as never,
        description: 'What is kept of it.',
        resolve: ({ record }) => storedColumns('ApiKey', record) as never,
      }),
    }),
  });

mutation('createApiKey', {
  description: 'Makes an API key. A key can make keys of its own scopes, which end when it ends.',
  type: issuedKey,
  args: inputArgument(createApiKeyInput),
  resolve: (context, { input }) => createApiKey(context, input as never),
});

recordAction('revokeApiKey', {
  description:
    'Revokes an API key for good, and the keys that were made with it; the next request with any of them is refused.',
  record: 'ApiKey',
  run: async (context, input) => revokeApiKey(context, requireId(input)),
});

mutation('rotateApiKey', {
  description:
    'Replaces an API key by a new one of the same name, scopes and expiry; the old one and the keys that were made with it stop working. A key that is replaced with another key ends when that one ends.',
  type: issuedKey,
  args: idArgument('The key to replace.'),
  resolve: async (context, input) => rotateApiKey(context, requireId(input)),
});
