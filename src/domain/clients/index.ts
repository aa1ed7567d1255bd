import type { Client, Contact, Prisma } from '../../generated/prisma/client.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { parseChange, requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import type { WithCustomValues } from '../kernel/custom-values.ts';
import {
  customValueList,
  customValueMap,
  mergeCustomValues,
  storeCustomValueMap,
  withCustomValues,
} from '../kernel/custom-values.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import { ensureNamed } from '../kernel/ensure-named.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { currency, longText, oneOf, percent, text } from '../kernel/kinds.ts';
import { lockRecord, writtenRow } from '../kernel/records.ts';

/** A client as both doors answer it: with its contacts, and custom values named. */
export type ClientRecord = WithCustomValues<Client> & { contacts: WithCustomValues<Contact>[] };

/** What kind of client it is (spec part 2, "Client"). */
const clientTypes = ['CLIENT', 'PROSPECT'] as const;

/** How answers write the types (decisions, "Enums"). */
export const clientTypeSpelling = { CLIENT: 'Client', PROSPECT: 'Prospect' } as const;

const clientType = oneOf('ClientType', clientTypes, {}, clientTypeSpelling);

const clientFields = {
  name: required(text(), 'Client or company name, unique in the workspace.'),
  clientType: defaulted(clientType, 'CLIENT', 'Client or Prospect.'),
  address1: nullable(text(), 'First line of the address.'),
  address2: nullable(text(), 'Second line of the address.'),
  city: nullable(text(), 'City.'),
  locality: nullable(text(), 'State, province or region.'),
  postal: nullable(text(), 'Postal code.'),
  country: nullable(text(), 'Country.'),
  website: nullable(text(2_000), 'Web site.'),
  phone: nullable(text(), 'Telephone number.'),
  taxId: nullable(text(), 'The client’s tax registration number.'),
  currency: nullable(currency, 'Default currency of the client’s invoices (ISO 4217).'),
  defaultTaxRate: nullable(percent(), 'Default tax percentage of the client’s invoices.'),
  payInstructions: nullable(longText(), 'Payment instructions on the client’s invoices.'),
  notes: nullable(longText(), 'Notes for the workspace’s own eyes.'),
};

export const createClientInput = inputObject('CreateClient', 'A new client.', {
  ...clientFields,
  customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
});

export const updateClientInput = inputObject('UpdateClient', 'A client’s fields.', {
  ...clientFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
});

const nameTaken = (name: unknown) => `There is already a client named "${name}".`;

/**
 * Makes a client.
 * @throws ActionError invalid_input, name_taken
 */
export async function createClient(
  context: Context,
  input: InputOf<typeof createClientInput>,
): Promise<ClientRecord> {
  const { customValues, ...fields } = parseInput(createClientInput, input);
  const write = async (tx: Context) => {
    const stored = await storeCustomValueMap(tx, 'CLIENT', customValues);
    const row = await tx.db.client.create({
      data: {
        ...fields,
        accountId: tx.accountId,
        id: newId('Client'),
        customValues: stored as Prisma.InputJsonObject,
      },
    });
    return withContacts(tx, row, []);
  };
  return refusingTaken('name', nameTaken(fields.name), () =>
    customValues === null ? write(context) : inTransaction(context, write),
  );
}

/**
 * Changes a client: patch keeps what is left out, replace resets it (spec part 4, "Update endpoints").
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateClient(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateClientInput>,
  mode: UpdateMode,
): Promise<ClientRecord> {
  const id = requireId(input);
  const message = () => nameTaken(input.name);
  return refusingTaken('name', message, () =>
    inTransaction(context, async (tx) => {
      const current = await lockRecord<Client>(tx, 'Client', id);
      const { customValues, ...change } = parseChange(updateClientInput, input, mode);
      const stored = await mergeCustomValues(
        tx,
        'CLIENT',
        current.customValues,
        customValues,
        mode,
      );
      const rows = await tx.db.client.updateManyAndReturn({
        where: { accountId: tx.accountId, id },
        data: { ...change, ...(stored && { customValues: stored as Prisma.InputJsonObject }) },
      });
      const contacts = await tx.db.contact.findMany({
        where: { accountId: tx.accountId, clientId: id, archived: false },
        orderBy: { id: 'asc' },
      });
      return withContacts(tx, writtenRow(rows, 'Client', id), contacts);
    }),
  );
}

/** The ids of clients by name, in the order asked for; missing ones are made, safely at any concurrency. */
export async function ensureClients(context: Context, names: readonly string[]): Promise<string[]> {
  const wanted = names.map((name) => ({ name }));
  return ensureNamed(context, 'client', wanted, (missing) =>
    context.db.client.createMany({
      data: missing.map(({ name }) => ({
        name,
        accountId: context.accountId,
        id: newId('Client'),
      })),
      skipDuplicates: true,
    }),
  );
}

/** Every active client, by name (decisions, "List Clients"). */
export async function listClients(context: Context): Promise<ClientRecord[]> {
  return firstClients(context, null);
}

/** The active clients that come first by name; all of them where it is not said how many. */
export async function firstClients(
  context: Context,
  atMost: number | null,
): Promise<ClientRecord[]> {
  return findClients(context, { archived: false }, atMost);
}

/** The client with that id, archived or not, or none. */
export async function findClient(context: Context, id: string): Promise<ClientRecord | null> {
  const [client] = await findClients(context, { id });
  return client ?? null;
}

async function findClients(
  context: Context,
  where: Prisma.ClientWhereInput,
  atMost: number | null = null,
): Promise<ClientRecord[]> {
  const rows = await context.db.client.findMany({
    where: { ...where, accountId: context.accountId },
    include: { contacts: { where: { archived: false }, orderBy: { id: 'asc' } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    ...(atMost !== null && { take: atMost }),
  });
  return present(context, rows);
}

async function withContacts(
  context: Context,
  row: Client,
  contacts: Contact[],
): Promise<ClientRecord> {
  const [client] = await present(context, [{ ...row, contacts }]);
  return client as ClientRecord;
}

/** Names the custom values of clients and of their contacts: at most two statements for all of them. */
export async function present(
  context: Context,
  rows: (Client & { contacts: Contact[] })[],
): Promise<ClientRecord[]> {
  const [clients, contacts] = await Promise.all([
    withCustomValues(context, 'CLIENT', rows),
    withCustomValues(
      context,
      'CONTACT',
      rows.flatMap((row) => row.contacts),
    ),
  ]);
  let next = 0;
  return clients.map((client) => {
    const own = contacts.slice(next, next + client.contacts.length);
    next += client.contacts.length;
    return { ...client, contacts: own };
  });
}
