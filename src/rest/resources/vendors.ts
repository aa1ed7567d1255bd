import { vendorsByName } from '../../domain/vendors/list.ts';
import { defineColumnRoute } from '../core/list-routes.ts';
import { text } from '../core/serializer.ts';

export const vendorRoutes = [
  defineColumnRoute({
    path: 'vendors/list',
    operationId: 'listVendors',
    tag: 'Expenses',
    summary: 'List vendor names',
    description: 'Names of all vendors, in alphabetical order. Expenses create vendors.',
    model: 'Vendor',
    column: 'name',
    of: text,
    errors: [],
    example: { output: ['Deutsche Bahn', 'Hetzner Online'] },
    handle: () => vendorsByName,
  }),
];
