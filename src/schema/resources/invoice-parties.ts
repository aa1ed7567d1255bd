import type { FieldMap } from '@pothos/core';
import type { ClientInfo } from '../../domain/invoices/invoice-record.ts';
import type { SellerInfo } from '../../domain/invoices/seller.ts';
import { builder } from '../core/builder.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

/** What documents say of either party, under its name. */
type Address = Pick<
  SellerInfo & ClientInfo,
  | 'address1'
  | 'address2'
  | 'city'
  | 'locality'
  | 'postal'
  | 'country'
  | 'phone'
  | 'website'
  | 'taxId'
  | 'legalId'
  | 'legalIdScheme'
>;

const address = <F>(text: (name: keyof Address, description: string) => F) => ({
  address1: text('address1', 'First line of the address.'),
  address2: text('address2', 'Second line of the address.'),
  city: text('city', 'City.'),
  locality: text('locality', 'State, province or region.'),
  postal: text('postal', 'Postal code.'),
  country: text('country', 'Country.'),
  phone: text('phone', 'Telephone number.'),
  website: text('website', 'Web site.'),
  taxId: text('taxId', 'Tax registration number.'),
  legalId: text('legalId', 'Number in the register of companies.'),
  legalIdScheme: text('legalIdScheme', 'The register, a code of ISO 6523.'),
});

const clientInfo = builder.objectRef<ClientInfo>('ClientInfo').implement({
  description: 'A client as it was when an invoice was made.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the client.' }),
    name: t.exposeString('name', { description: 'Name of the client.' }),
    ...address((name, description) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null }),
    ),
  }),
});

const sellerInfo = builder.objectRef<SellerInfo>('SellerInfo').implement({
  description: 'A workspace as it was when an invoice was issued.',
  extensions: inheritedPermissions,
  fields: (t) => {
    const text = (name: Exclude<keyof SellerInfo, 'name' | 'keptBy'>, description: string) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null });
    return {
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      ...address(text),
      taxLabel: text('taxLabel', 'What the tax is called.'),
      taxNumber: text('taxNumber', 'A second tax number.'),
      accountHolder: text(
        'accountHolder',
        'Whose account it is to be paid to, where that is said.',
      ),
      iban: text('iban', 'The account, as an IBAN.'),
      bic: text('bic', 'The bank of the account.'),
      language: text(
        'language',
        'The language of documents, where the client has none of its own.',
      ),
      footer: text('footer', 'Text at the foot, of the template as it was, with its placeholders.'),
      logo: text('logo', 'SHA-256 of the logo, in hexadecimal; null where there was none.'),
      isFromUpgrade: t.boolean({
        description:
          'Whether the invoice was issued before sellers were kept: what is said is of the day of the upgrade then.',
        resolve: ({ keptBy }) => keptBy === 'MIGRATION',
      }),
    };
  },
});

/** The client of an invoice as it was then, as a field of the invoice. */
export const billedClientField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ clientInfo: unknown }>(t, {
    type: clientInfo,
    description: 'The client as it was when the invoice was made.',
    from: { clientInfo: true },
    value: (row) => row.clientInfo,
  });

/** The seller of an invoice that was issued, as a field of the invoice. */
export const sellerField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ sellerInfo: unknown }>(t, {
    type: sellerInfo,
    nullable: true,
    description:
      'The seller as it was when the invoice was issued, whatever the workspace is called now; null for a draft, which shows the workspace as it is.',
    from: { sellerInfo: true },
    value: (row) => row.sellerInfo,
  });
