import type { Choices } from './choices.ts';
import { anyClient, clientNamed } from './clients.ts';
import type { Input, Operation } from './operations.ts';
import { anyId, anyName, nameOf, readFields, target, textOf } from './operations.ts';
import type { Client, Contact, FormSubmission, Opportunity } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Opportunities and form submissions of the model. */

const stages = ['Lead', 'Qualified', 'Proposal', 'Won', 'Lost'];
const isClosed = (stage: string) => stage === 'Won' || stage === 'Lost';

/** Labels are matched ignoring case; none is the first. @throws Rejected */
function stageOf(label: unknown): string {
  const expected = textOf(label)?.trim().toLowerCase();
  if (!expected) return 'Lead';
  const found = stages.find((one) => one.toLowerCase() === expected);
  require(found, 'name_not_found');
  return found;
}

const hundredths = (text: unknown) =>
  textOf(text) === null ? null : Math.round(Number(text) * 100);

/** In a closed stage it has a day on which it was decided: the one that is given, else the day of the move. */
function closing(model: Model, stage: string, date: string | null) {
  if (date !== null || !isClosed(stage)) return { actualCloseDate: date, isAssumed: false };
  return { actualCloseDate: model.today, isAssumed: true };
}

function createOpportunity(model: Model, input: Input): Opportunity {
  const name = nameOf(input.name);
  const client = clientNamed(model, input);
  const stage = stageOf(input.statusName);
  return model.add('Opportunity', {
    ...{ clientId: client?.key ?? null, name, stage, value: hundredths(input.value) },
    ...closing(model, stage, textOf(input.actualCloseDate)),
    archived: false,
  });
}

/** Moving it out of a closed stage takes the day away that was assumed, and not one that was given. */
function updateOpportunity(model: Model, input: Input): Opportunity {
  const opportunity = target(model, 'Opportunity', input);
  const fields = readFields(input, {
    name: nameOf,
    value: hundredths,
    archived: (value) => value === true,
    actualCloseDate: textOf,
  });
  if (input.clientId !== undefined) {
    fields.clientId = clientNamed(model, { clientId: input.clientId })?.key ?? null;
  }
  const { actualCloseDate: before } = opportunity;
  const date: string | null =
    fields.actualCloseDate === undefined ? before : fields.actualCloseDate;
  const isAssumed = opportunity.isAssumed && date === before;
  const { stage = opportunity.stage } = input;
  if (stage === opportunity.stage)
    return model.change('Opportunity', opportunity, { ...fields, isAssumed });
  const isStored = isAssumed && isClosed(stage);
  const closed = isStored ? {} : closing(model, stage, isAssumed ? null : date);
  return model.change('Opportunity', opportunity, { ...fields, ...closed, stage });
}

/** Whose contact has the address: one of a client that is not archived before others, the oldest first. */
function contactBy(model: Model, address: string, business: string | null): Contact | undefined {
  const clientOf = ({ clientId }: Contact) =>
    clientId === null ? undefined : model.get('Client', clientId);
  const rank = (contact: Contact) => {
    const client = clientOf(contact);
    return [
      client ? 0 : 1,
      business !== null && client?.name === business ? 0 : 1,
      client?.archived ? 1 : 0,
    ].join('');
  };
  return model
    .all('Contact')
    .filter(({ archived, email }) => !archived && email?.toLowerCase() === address.toLowerCase())
    .sort((a, b) => (rank(a) < rank(b) || (rank(a) === rank(b) && a.id < b.id) ? -1 : 1))[0];
}

/** The client of a lead: the contact's with its address, else the business named, else a new one. */
function leadClient(model: Model, lead: Input): { client: Client; contact: Contact | null } {
  const [address, person, business] = [lead.email, lead.firstName, lead.businessName].map(
    (value) => textOf(value)?.trim() ?? null,
  ) as [string | null, string | null, string | null];
  const known = address === null ? undefined : contactBy(model, address, business);
  if (known && known.clientId !== null) {
    return { client: model.get('Client', known.clientId), contact: known };
  }
  const byName = (name: string) => model.find('Client', (one) => one.name === name);
  const isNamesake = business === null && person !== null && address !== null && byName(person);
  const plain = business ?? person ?? address ?? 'Unnamed';
  const name = isNamesake ? `${person} (${address})` : plain;
  const there = byName(name);
  const fields = { notes: null, currency: null, defaultTaxRate: null, archived: false };
  const client = there ?? model.add('Client', { ...fields, name, isProspect: true });
  const { key: clientId } = client;
  if (known) {
    const fields = { clientId, defaultContact: !there };
    return { client, contact: model.change('Contact', known, fields) };
  }
  if (there ? address === null : !address && !person) return { client, contact: null };
  const caller = { firstName: person, email: address, clientId, defaultContact: !there };
  const contact = model.add('Contact', { ...caller, invoiceContact: false, archived: false });
  return { client, contact };
}

function createFormSubmission(model: Model, input: Input): FormSubmission {
  const stage = stageOf(input.pipelineStageName);
  const formName = textOf(input.formName)?.trim() ?? 'Website';
  const form =
    model.find('Form', ({ name }) => name === formName) ?? model.add('Form', { name: formName });
  const { client, contact } = leadClient(model, input);
  const [user] = [input.firstName, input.businessName, input.email].flatMap(
    (value) => textOf(value)?.trim() ?? [],
  );
  const name = user === undefined ? formName : `${user} – ${formName}`;
  const opportunity = model.add('Opportunity', {
    ...{ clientId: client.key, name, stage, value: null, archived: false },
    ...closing(model, stage, null),
  });
  return model.add('FormSubmission', {
    ...{ formId: form.key, clientId: client.key, contactId: contact?.key ?? null },
    ...{ opportunityId: opportunity.key, notes: textOf(input.notes) },
  });
}

const day = (choices: Choices) => `2026-0${1 + choices.below(9)}-1${choices.below(9)}`;
const writes = ['sales'];

/** A contact always has a name. The service chooses one if the lead has none, and the model does not know it. */
function planCaller(choices: Choices): Input {
  const actor = choices.some(60, {
    firstName: () => choices.of(['Ada', 'Acme', 'Bolt']),
    email: () => `${choices.of(['ada', 'ADA', 'new'])}@lead${choices.below(5)}.example`,
    businessName: () => choices.of(['Acme', 'acme', 'Bolt', 'Lead Ltd']),
  });
  return Object.keys(actor).length > 0 ? actor : { businessName: 'Lead Ltd' };
}

export const salesOperations: readonly Operation[] = [
  {
    ...{ name: 'createOpportunity', type: 'Opportunity', writes },
    ...{ rest: ['POST', 'opportunities/create'], restNames: { statusName: 'stageName' } },
    plan: (model, choices, foreign) => ({
      name: anyName(choices),
      ...(choices.chance(60) && anyClient(model, choices, foreign)),
      ...choices.some(30, {
        statusName: () => choices.of(['won', 'LOST', 'Proposal', 'None']),
        value: () => `${choices.below(900)}.5`,
        actualCloseDate: () => day(choices),
      }),
    }),
    apply: createOpportunity,
  },
  {
    ...{ name: 'updateOpportunity', type: 'Opportunity', writes },
    ...{ rest: ['PATCH', 'opportunities/update'], restNames: { archived: 'archive' } },
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Opportunity', foreign);
      const fields = choices.some(30, {
        name: () => anyName(choices),
        // By its id, which whoever sends it looks up.
        stage: () => choices.of(stages),
        value: () => choices.of([null, '7.25']),
        archived: () => choices.chance(50),
        actualCloseDate: () => choices.of([null, day(choices)]),
        clientId: () => anyId(model, choices, 'Client', foreign) ?? null,
      });
      return id === undefined ? undefined : { id, ...fields };
    },
    apply: updateOpportunity,
  },
  {
    ...{ name: 'createFormSubmission', type: 'FormSubmission', writes: ['sales', 'clients'] },
    rest: ['POST', 'formSubmissions/create'],
    plan: (_model, choices) => ({
      formName: choices.of(['Website', 'website ', 'Other', '']),
      ...planCaller(choices),
      ...choices.some(20, { pipelineStageName: () => choices.of(['won', 'Lead', 'None']) }),
    }),
    apply: createFormSubmission,
  },
];
