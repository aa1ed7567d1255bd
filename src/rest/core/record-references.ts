import { described, text, wire } from './serializer.ts';

/** Records that an answer names beside their ids, so that nobody has to look them up. */

interface Named {
  id: string;
  name: string;
}

export const clientReference = wire<Named>()('ClientReference', 'A client’s name.', {
  id: described(text, 'Id of the client.'),
  name: described(text, 'Name of the client.'),
});

export const projectReference = wire<Named>()('ProjectReference', 'A project’s name.', {
  id: described(text, 'Id of the project.'),
  name: described(text, 'Name of the project.'),
});

export const vendorReference = wire<Named>()('VendorReference', 'A vendor’s name.', {
  id: described(text, 'Id of the vendor.'),
  name: described(text, 'Name of the vendor.'),
});
