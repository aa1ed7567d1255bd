import { vendorsByName } from '../../domain/vendors/index.ts';
import { columnRoute } from '../core/list-routes.ts';
import { text } from '../core/serializer.ts';

export const vendorRoutes = [
  columnRoute({
    path: 'vendors/list',
    operationId: 'listVendors',
    tag: 'Expenses',
    summary: 'List vendor names',
    description: 'The names of all vendors, in alphabetical order. Expenses make vendors.',
    model: 'Vendor',
    column: 'name',
    of: text,
    errors: [],
    example: { output: ['Deutsche Bahn', 'Hetzner Online'] },
    handle: () => vendorsByName,
  }),
];
