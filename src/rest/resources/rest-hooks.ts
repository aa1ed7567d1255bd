import { z } from 'zod';
import {
  restHookInput,
  sampleRestHookInput,
  unsubscribeRestHookInput,
} from '../../domain/rest-hooks/fields.ts';
import { readHookSample } from '../../domain/rest-hooks/sample.ts';
import { subscribeRestHook } from '../../domain/rest-hooks/subscribe.ts';
import { unsubscribeRestHook } from '../../domain/rest-hooks/unsubscribe.ts';
import { hookRecordOf, hookTypeNames } from '../../domain/webhooks/hook-types.ts';
import type { Context } from '../../platform/context/context.ts';
import type { DocumentedRecord } from '../core/documented-records.ts';
import { RecordJson } from '../core/record-responses.ts';
import type { Route, RouteDescription } from '../core/route.ts';

const id = 'whe_0199d2f0a1c27b1e9f4b6c1de0a35f92';
const hook = { type: 'ClientCreate', hookUrl: 'https://example.com/hooks/1' };

type Handle = (context: Context, input: never) => Promise<RecordJson>;

const hookRoute = (
  route: Omit<RouteDescription, 'tag'> & Pick<Route, 'output' | 'scopes'>,
  schema: z.ZodObject,
  handle: Handle,
): Route => ({
  ...route,
  ...{ base: 'platform', method: 'POST', tag: 'Webhooks', optionalScopes: [] },
  input: { from: 'body', schema },
  handle,
});

const idOutput = z.string().meta({ description: 'Id of the hook.' });

const idResponse = (written: { id: string }) => new RecordJson(JSON.stringify(written.id), written);

const types = hookTypeNames.map((name) => `\`${name}\``).join(', ');

export const defineRestHookRoutes = (forms: ReadonlyMap<string, DocumentedRecord>): Route[] => [
  hookRoute(
    {
      path: 'subscribe',
      operationId: 'subscribeRestHook',
      summary: 'Subscribe a URL',
      description: [
        'Sends the record to `hookUrl` after each change of a type, and returns the id of the hook. Each call without `id` creates a hook, also for the same type and URL. With `id`, that hook gets this type, URL and filter. A disabled hook continues with new changes.',
        `The types are ${types}.`,
      ].join('\n\n'),
      scopes: ['webhooks:write'],
      output: idOutput,
      errors: ['record_not_found', 'conflicting_state'],
      example: { input: hook, output: id },
    },
    restHookInput,
    async (context, input) => idResponse(await subscribeRestHook(context, input)),
  ),
  hookRoute(
    {
      path: 'unsubscribe',
      operationId: 'unsubscribeRestHook',
      summary: 'Unsubscribe a URL',
      description:
        'Deletes the hook with this `id`, otherwise all hooks of this type and URL. Returns the id of the hook, or of the first of several. Without such a hook it is a 404.',
      scopes: ['webhooks:write'],
      output: idOutput,
      errors: ['record_not_found'],
      example: { input: { id, ...hook }, output: id },
    },
    unsubscribeRestHookInput,
    async (context, input) => idResponse(await unsubscribeRestHook(context, input)),
  ),
  hookRoute(
    {
      path: 'sample',
      operationId: 'sampleRestHook',
      summary: 'Read a sample of a REST hook',
      description:
        'A list with the newest record that a hook of this type can send and that the key may read, otherwise with an example.',
      scopes: ['webhooks:read'],
      output: z.array(z.union(schemasOf(forms))),
      errors: [],
      example: { input: hook, output: [forms.get('Client')?.example] },
    },
    sampleRestHookInput,
    async (context, input) => new RecordJson(`[${await readHookSample(context, input)}]`),
  ),
];

const schemasOf = (forms: ReadonlyMap<string, DocumentedRecord>): z.ZodType[] =>
  [...new Set(hookTypeNames.map((name) => hookRecordOf(name).body))].flatMap(
    (model) => forms.get(model)?.schema ?? [],
  );
