import { listVendorNames } from '../domain/vendors.ts';
import { readRoute } from './route.ts';
import { listOf, text } from './wire.ts';

export const vendorRoutes = [
  readRoute({
    path: 'vendors/list',
    operationId: 'listVendors',
    tag: 'Expenses',
    summary: 'List vendor names',
    description: 'The names of all vendors, in alphabetical order. Expenses make vendors.',
    output: listOf(text),
    errors: [],
    example: { output: ['Deutsche Bahn', 'Hetzner Online'] },
    handle: listVendorNames,
  }),
];
