import { exportLinkMinutes } from '../../domain/identities/export-links.ts';
import { bulkItemLimits } from '../../write/bulk-actions.ts';
import { builder } from '../core/builder.ts';
import { pageSizeLimits } from '../core/page-arguments.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { maxFollowedIds } from './record-changes.ts';

/** How much one request may ask for, told to whoever asks. */

const limits = builder.objectRef<RequestLimits>('Limits').implement({
  description:
    'How much one request may ask for; what asks for more is refused before any of it is done.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    bodyBytes: t.exposeInt('bodyBytes', { description: 'Largest body of a request, in bytes.' }),
    bodyValues: t.exposeInt('bodyValues', {
      description: 'Most values in the JSON of a body: objects, lists, and what stands in them.',
    }),
    inputObjects: t.int({
      description: 'Most objects and lists in the variables of an operation.',
      resolve: ({ input }) => input.objects,
    }),
    inputDepth: t.int({
      description: 'Most levels of objects and lists in the variables of an operation.',
      resolve: ({ input }) => input.depth,
    }),
    tokens: t.exposeInt('tokens', { description: 'Longest operation, in words and signs.' }),
    depth: t.exposeInt('depth', { description: 'Deepest operation, in levels of fields.' }),
    aliases: t.exposeInt('aliases', { description: 'Most aliases of an operation.' }),
    directives: t.exposeInt('directives', { description: 'Most directives of an operation.' }),
    rootFields: t.exposeInt('rootFields', { description: 'Most fields at an operation’s root.' }),
    cost: t.exposeInt('cost', {
      description:
        'Highest cost of an operation: its fields, those in lists times the size of the page; of a mutation, five for each entry of a list in its input; of the schema’s own description, one for each four values. An answer tells its own in `extensions.cost` where the request has `"extensions": { "cost": true }`.',
    }),
    timeMs: t.exposeInt('timeMs', {
      description: 'Longest time of an operation, in milliseconds; then its SQL is cancelled.',
    }),
    requestsPerMinute: t.int({
      nullable: true,
      description:
        'Most requests of one key, or of one person who signed in, in a minute, through either door; null for any number. Each answer tells what is left in the headers `RateLimit` and `RateLimit-Policy`.',
      resolve: ({ requestsPerMinute }) => requestsPerMinute || null,
    }),
    costPerMinute: t.int({
      nullable: true,
      description:
        'Highest cost of all operations of one key or person in a minute, a subscription’s as it starts; null for any cost.',
      resolve: ({ costPerMinute }) => costPerMinute || null,
    }),
    subscriptions: t.int({
      nullable: true,
      description:
        'Most subscriptions that one key has open at once at each process of the service; null for any number.',
      resolve: ({ subscriptions }) => subscriptions || null,
    }),
    eventCost: t.int({
      nullable: true,
      description:
        'Highest cost of the events that one key is told of in a second by each process of the service: each costs as much as its operation, those of equal subscriptions together as one. Further events wait, and what changes meanwhile is told with them. Null for any cost.',
      resolve: ({ eventCost }) => eventCost || null,
    }),
    pageSize: t.int({
      description: 'Most records on a page of a list.',
      resolve: () => pageSizeLimits.max,
    }),
    bulkItems: t.int({
      description: 'Most items of a mutation that does many at once.',
      resolve: () => bulkItemLimits.max,
    }),
    exportLinkMinutes: t.int({
      description:
        'For how many minutes a link of `exportWorkspace` counts. A workspace is downloaded once at a time.',
      resolve: () => exportLinkMinutes,
    }),
    subscriptionIds: t.int({
      description: 'Most ids that one subscription may name.',
      resolve: () => maxFollowedIds,
    }),
  }),
});

builder.queryField('limits', (t) =>
  t.field({
    type: limits,
    description: 'How much one request may ask for.',
    resolve: (_root, _args, context) => context.limits,
  }),
);
