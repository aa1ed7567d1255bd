import type { Workspace } from '../../generated/prisma/client.ts';
import { currency, email, percent, text, timeZone } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';

export type WorkspaceRecord = Workspace;

export const createWorkspaceInput = inputObject('CreateWorkspace', 'A new workspace.', {
  name: required(text()),
  ownerEmail: required(email, 'E-mail address of the owner.'),
  ownerFirstName: nullable(text(), 'First name of the owner.'),
  ownerLastName: nullable(text(), 'Last name of the owner.'),
  currency: withDefault(currency, 'USD'),
  timeZone: withDefault(timeZone, 'UTC'),
  country: nullable(text()),
  taxLabel: nullable(text(40)),
  defaultTaxRate: nullable(
    percent(),
    'Default tax percentage, if neither client nor invoice has one.',
  ),
});
