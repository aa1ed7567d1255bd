import { defineSerializer, text, withDescription } from './serializer.ts';

/** Related records with their names, which saves the client a look-up. */

interface Named {
  id: string;
  name: string;
}

export const clientReferenceSerializer = defineSerializer<Named>()(
  'ClientReference',
  'A client’s name.',
  {
    id: withDescription(text, 'Id of the client.'),
    name: withDescription(text, 'Name of the client.'),
  },
);

export const projectReferenceSerializer = defineSerializer<Named>()(
  'ProjectReference',
  'A project’s name.',
  {
    id: withDescription(text, 'Id of the project.'),
    name: withDescription(text, 'Name of the project.'),
  },
);

export const vendorReferenceSerializer = defineSerializer<Named>()(
  'VendorReference',
  'A vendor’s name.',
  {
    id: withDescription(text, 'Id of the vendor.'),
    name: withDescription(text, 'Name of the vendor.'),
  },
);
