import { exportLinkMinutes } from '../../domain/identities/export-links.ts';
import { bulkItemLimits } from '../../write/bulk-actions.ts';
import { builder } from '../core/builder.ts';
import { pageSizeLimits } from '../core/page-arguments.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { maxFollowedIds } from './record-changes.ts';

const limits = builder.objectRef<RequestLimits>('Limits').implement({
  description:
    'Limits of one request. A request that exceeds a limit is rejected before it is executed.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    bodyBytes: t.exposeInt('bodyBytes', { description: 'Maximum body size in bytes.' }),
    bodyValues: t.exposeInt('bodyValues', {
      description:
        'Maximum number of values in the JSON of a body: objects, lists, and their contents.',
    }),
    inputObjects: t.int({
      description: 'Maximum number of objects and lists in the variables of an operation.',
      resolve: ({ input }) => input.objects,
    }),
    inputDepth: t.int({
      description: 'Maximum depth of objects and lists in the variables of an operation.',
      resolve: ({ input }) => input.depth,
    }),
    tokens: t.exposeInt('tokens', { description: 'Maximum length of an operation in tokens.' }),
    depth: t.exposeInt('depth', { description: 'Maximum depth of an operation.' }),
    aliases: t.exposeInt('aliases', { description: 'Maximum number of aliases.' }),
    directives: t.exposeInt('directives', { description: 'Maximum number of directives.' }),
    rootFields: t.exposeInt('rootFields', { description: 'Maximum number of root fields.' }),
    cost: t.exposeInt('cost', {
      description:
        'Maximum cost of an operation: its fields, times the page size in lists; five for each entry of a list in the input of a mutation; one for each four values of introspection. The response contains the cost in `extensions.cost` if the request has `"extensions": { "cost": true }`.',
    }),
    timeMs: t.exposeInt('timeMs', {
      description: 'Time limit of an operation in milliseconds. Its SQL is then cancelled.',
    }),
  }),
});

builder.objectFields(limits, (t) => ({
  requestsPerMinute: t.int({
    nullable: true,
    description:
      'Maximum number of requests per minute of one key or signed-in person, over both APIs. Null: unlimited. Responses show the rest in the headers `RateLimit` and `RateLimit-Policy`.',
    resolve: ({ requestsPerMinute }) => requestsPerMinute || null,
  }),
  costPerMinute: t.int({
    nullable: true,
    description:
      'Maximum cost of all operations per minute for one key or person. A subscription counts when it starts. Null: unlimited.',
    resolve: ({ costPerMinute }) => costPerMinute || null,
  }),
  subscriptions: t.int({
    nullable: true,
    description: 'Maximum number of open subscriptions per key and process. Null: unlimited.',
    resolve: ({ subscriptions }) => subscriptions || null,
  }),
  eventCost: t.int({
    nullable: true,
    description:
      'Maximum cost of events per second, key and process. An event costs as much as its operation; equal subscriptions share it. Further events wait and are combined with later changes. Null: unlimited.',
    resolve: ({ eventCost }) => eventCost || null,
  }),
  pageSize: t.int({
    description: 'Maximum page size.',
    resolve: () => pageSizeLimits.max,
  }),
  bulkItems: t.int({
    description: 'Maximum number of items of a bulk mutation.',
    resolve: () => bulkItemLimits.max,
  }),
  exportLinkMinutes: t.int({
    description:
      'Minutes for which a link of `exportWorkspace` is valid. A workspace allows one download at a time.',
    resolve: () => exportLinkMinutes,
  }),
  subscriptionIds: t.int({
    description: 'Maximum number of ids of one subscription.',
    resolve: () => maxFollowedIds,
  }),
}));

builder.queryField('limits', (t) =>
  t.field({
    type: limits,
    description: 'Limits of one request.',
    resolve: (_root, _args, context) => context.limits,
  }),
);
