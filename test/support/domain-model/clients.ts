import type { Choices } from './choices.ts';
import type { Foreign, Input, Operation } from './operations.ts';
import { anyId, anyName, nameOf, readFields, target, textOf } from './operations.ts';
import type { Client, Contact } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Clients and contacts of the model. */

const percentOf = (value: unknown) => (textOf(value) === null ? null : Number(value));
const flagOf = (value: unknown) => value === true;

/** The client that an input names, by name, by id or both; null where it names none. @throws Rejected */
export function clientNamed(model: Model, { clientName, clientId }: Input): Client | null {
  const name = textOf(clientName)?.trim();
  const named = name && model.find('Client', (one) => one.name === name && !one.archived);
  require(!name || named, 'name_not_found');
  const byId = textOf(clientId) ? model.byId('Client', clientId) : null;
  require(!named || !byId || named === byId, 'invalid_input');
  return named || byId;
}

/** Names a client somehow. */
export function anyClient(model: Model, choices: Choices, foreign: Foreign): Input {
  const client = choices.any(model.all('Client'));
  const name = choices.chance(85) && client ? client.name : anyName(choices);
  const clientName = choices.chance(20) ? ` ${name} ` : name;
  const clientId = anyId(model, choices, 'Client', foreign);
  const way = choices.below(10);
  if (way < 5 || clientId === undefined) return { clientName };
  return way < 9 ? { clientId } : { clientName, clientId };
}

function requireFree(model: Model, name: string, own?: Client): void {
  require(!model.find('Client', (one) => one.name === name && one !== own), 'name_taken');
}

const clientReaders = {
  name: nameOf,
  notes: textOf,
  currency: textOf,
  defaultTaxRate: percentOf,
  archived: flagOf,
};
const noClient = {
  ...{ notes: null, currency: null, defaultTaxRate: null, archived: false },
  isProspect: false,
};

const newContact = (entry: Input, clientId: number | null) => ({
  clientId,
  firstName: textOf(entry.firstName)?.trim() ?? null,
  email: textOf(entry.email)?.trim() ?? null,
  defaultContact: flagOf(entry.defaultContact),
  invoiceContact: flagOf(entry.invoiceContact),
  archived: flagOf(entry.archived),
});

function createClient(model: Model, input: Input): Client {
  const fields = { ...noClient, ...readFields(input, clientReaders) } as unknown as Client;
  nameOf(input.name);
  requireFree(model, fields.name);
  const client = model.add('Client', fields);
  const entries: Input[] = (input.contacts ?? []).filter(
    (entry: Input) => textOf(entry.firstName) || textOf(entry.email),
  );
  // Of several default contacts the last one is.
  const last = entries.findLast(({ defaultContact }) => defaultContact);
  for (const entry of entries) {
    const contact = newContact(entry, client.key);
    model.add('Contact', { ...contact, defaultContact: entry === last });
  }
  return client;
}

function updateClient(model: Model, input: Input): Client {
  const client = target(model, 'Client', input);
  const fields = readFields(input, clientReaders);
  if (fields.name) requireFree(model, fields.name, client);
  return model.change('Client', client, fields);
}

function replaceClient(model: Model, input: Input): Client {
  const client = target(model, 'Client', input);
  // Beyond what the specification lists, only what is given changes.
  const reset = { notes: null, currency: null, defaultTaxRate: null, isProspect: false };
  const fields = { ...reset, ...readFields(input, clientReaders), name: nameOf(input.name) };
  requireFree(model, fields.name, client);
  return model.change('Client', client, fields);
}

const setArchived = (archived: boolean) => (model: Model, input: Input) =>
  model.change('Client', target(model, 'Client', input), { archived });

const currencies = [null, 'EUR', 'JPY', 'KWD'];
const clientFields = (choices: Choices) =>
  choices.some(30, {
    notes: () => choices.of(['', 'Kept as is ', 'x']),
    currency: () => choices.of(currencies),
    defaultTaxRate: () => choices.of([null, '19', '7']),
    archived: () => choices.chance(30),
  });

const contactFields = (choices: Choices) => ({
  ...choices.some(60, {
    firstName: () => choices.of(['Ada', 'Grace', ' ']),
    email: () => `${choices.of(['ada', 'Ada', 'grace'])}@lead${choices.below(4)}.example`,
  }),
  ...choices.some(40, {
    defaultContact: () => choices.chance(70),
    invoiceContact: () => choices.chance(70),
  }),
});

/** The client's default contact so far loses the flag. */
function takeOver(model: Model, clientId: number, own?: Contact): void {
  for (const contact of model.all('Contact')) {
    if (contact === own || contact.clientId !== clientId || !contact.defaultContact) continue;
    model.change('Contact', contact, { defaultContact: false });
  }
}

const isUnassigned = ({ email, firstName }: Pick<Contact, 'email' | 'firstName'>) =>
  !email && !firstName;

function createContact(model: Model, input: Input): Contact {
  const fields = newContact(input, null);
  require(!isUnassigned(fields), 'invalid_input');
  const client = clientNamed(model, input);
  if (client && fields.defaultContact) takeOver(model, client.key);
  return model.add('Contact', { ...fields, clientId: client?.key ?? null });
}

function updateContact(model: Model, input: Input): Contact {
  const contact = target(model, 'Contact', input);
  const fields = readFields(input, {
    firstName: (value) => textOf(value)?.trim() ?? null,
    email: textOf,
    defaultContact: flagOf,
    invoiceContact: flagOf,
    archived: flagOf,
  }) as Partial<Contact>;
  const after = { ...contact, ...fields };
  require(isUnassigned(contact) || !isUnassigned(after), 'invalid_input');
  if (input.clientId !== undefined) {
    after.clientId = clientNamed(model, { clientId: input.clientId })?.key ?? null;
  }
  const { clientId, defaultContact } = after;
  const isNew = !(contact.defaultContact && contact.clientId === clientId);
  if (defaultContact && clientId !== null && isNew) takeOver(model, clientId, contact);
  return model.change('Contact', contact, { ...fields, clientId });
}

const writes = ['clients'];
const archive = { archived: 'archive' };

export const clientOperations: readonly Operation[] = [
  {
    ...{ name: 'createClient', type: 'Client', writes, restNames: archive },
    rest: ['POST', 'clients/create'],
    plan: (_model, choices) => ({
      name: anyName(choices),
      ...clientFields(choices),
      ...(choices.chance(25) && {
        contacts: Array.from({ length: choices.below(4) }, () => contactFields(choices)),
      }),
    }),
    apply: createClient,
  },
  {
    ...{ name: 'updateClient', type: 'Client', writes, restNames: archive },
    rest: ['PATCH', 'clients/update'],
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Client', foreign);
      const name = choices.some(30, { name: () => anyName(choices) });
      return id === undefined ? undefined : { id, ...name, ...clientFields(choices) };
    },
    apply: updateClient,
  },
  {
    ...{ name: 'replaceClient', type: 'Client', writes, restNames: archive },
    rest: ['PUT', 'clients/update'],
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Client', foreign);
      return id === undefined
        ? undefined
        : { id, name: anyName(choices), ...clientFields(choices) };
    },
    apply: replaceClient,
  },
  ...[true, false].map(
    (archived): Operation => ({
      ...{ name: archived ? 'archiveClient' : 'unarchiveClient', type: 'Client', writes },
      plan: (model, choices, foreign) => {
        const id = anyId(model, choices, 'Client', foreign);
        return id === undefined ? undefined : { id };
      },
      apply: setArchived(archived),
    }),
  ),
  {
    ...{ name: 'createContact', type: 'Contact', writes, restNames: archive },
    rest: ['POST', 'contacts/create'],
    plan: (model, choices, foreign) => ({
      ...contactFields(choices),
      ...(choices.chance(80) && anyClient(model, choices, foreign)),
    }),
    apply: createContact,
  },
  {
    ...{ name: 'updateContact', type: 'Contact', writes, restNames: archive },
    rest: ['PATCH', 'contacts/update'],
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Contact', foreign);
      const more = choices.some(25, {
        clientId: () => anyId(model, choices, 'Client', foreign) ?? null,
        archived: () => choices.chance(50),
      });
      return id === undefined ? undefined : { id, ...contactFields(choices), ...more };
    },
    apply: updateContact,
  },
];
