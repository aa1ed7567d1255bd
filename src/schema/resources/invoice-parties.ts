import type { FieldMap } from '@pothos/core';
import { deliverToInput } from '../../domain/invoices/deliver-to.ts';
import type { ClientInfo } from '../../domain/invoices/invoice-record.ts';
import type { partyFields, SellerInfo } from '../../domain/invoices/seller.ts';
import { builder } from '../core/builder.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

type Address = Pick<
  SellerInfo & ClientInfo,
  Exclude<(typeof partyFields)[number], 'language' | 'name'>
>;

const address = <F>(text: (name: keyof Address, description: string) => F) => ({
  address1: text('address1', 'First line of the address.'),
  address2: text('address2', 'Second line of the address.'),
  city: text('city', 'City.'),
  locality: text('locality', 'State, province or region.'),
  postal: text('postal', 'Postal code.'),
  country: text('country', 'Country.'),
  countryCode: text('countryCode', 'ISO 3166 code of the country.'),
  phone: text('phone', 'Telephone number.'),
  website: text('website', 'Web site.'),
  taxId: text('taxId', 'Tax registration number.'),
  legalId: text('legalId', 'Number in the register of companies.'),
  legalIdScheme: text('legalIdScheme', 'The register, a code of ISO 6523.'),
  electronicAddress: text('electronicAddress', 'Address for electronic invoices.'),
  electronicAddressScheme: text('electronicAddressScheme', 'Its scheme, a code of the list EAS.'),
});

const clientInfo = builder.objectRef<ClientInfo>('ClientInfo').implement({
  description: 'A client when an invoice was created.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the client.' }),
    name: t.exposeString('name', { description: 'Name of the client.' }),
    ...address((name, description) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null }),
    ),
    buyerReference: t.string({
      nullable: true,
      description: 'Reference that the client wants on invoices.',
      resolve: (info) => info.buyerReference ?? null,
    }),
  }),
});

const sellerInfo = builder.objectRef<SellerInfo>('SellerInfo').implement({
  description: 'A workspace when an invoice was issued.',
  extensions: inheritedPermissions,
  fields: (t) => {
    const text = (name: Exclude<keyof SellerInfo, 'name' | 'keptBy'>, description: string) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null });
    return {
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      ...address(text),
      taxLabel: text('taxLabel', 'Name of the tax.'),
      taxNumber: text('taxNumber', 'Second tax number.'),
      contactName: text('contactName', 'Contact on electronic invoices.'),
      contactEmail: text('contactEmail', 'E-mail address of the contact.'),
      accountHolder: text('accountHolder', 'Holder of the bank account, if set.'),
      iban: text('iban', 'IBAN of the account.'),
      bic: text('bic', 'BIC of the bank.'),
      language: text('language', 'Language of documents, if the client has none.'),
      footer: text('footer', 'Footer text of the template at that time, with its placeholders.'),
      logo: text('logo', 'SHA-256 of the logo, in hexadecimal. Null if there was none.'),
      isFromUpgrade: t.boolean({
        description:
          'Whether the invoice was issued before sellers were stored. The data is then that of the upgrade day.',
        resolve: ({ keptBy }) => keptBy === 'MIGRATION',
      }),
    };
  },
});

export const billedClientField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ clientInfo: unknown }>(t, {
    type: clientInfo,
    description: 'The client when the invoice was created.',
    from: { clientInfo: true },
    value: (row) => row.clientInfo,
  });

export const sellerField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ sellerInfo: unknown }>(t, {
    type: sellerInfo,
    nullable: true,
    description:
      'The seller when the invoice was issued. Null for a draft, which shows the current workspace.',
    from: { sellerInfo: true },
    value: (row) => row.sellerInfo,
  });

export const deliverToField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ deliverTo: unknown }>(t, {
    type: jsonObjectType(deliverToInput),
    nullable: true,
    description: 'Place of delivery. Null: the client’s address.',
    from: { deliverTo: true },
    value: (row) => row.deliverTo,
  });
