import type { Choices } from './choices.ts';
import { anyClient, clientNamed } from './clients.ts';
import type { Foreign, Input, Operation } from './operations.ts';
import { anyId, readFields, target, textOf } from './operations.ts';
import type { Client, Expense, Project, TimeEntry } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';
import type { Work } from './work.ts';
import { anyWork, requireNamed, workNamed } from './work.ts';

/** Time and expenses of the model. */

const instant = (value: unknown) => new Date(String(value)).toISOString();

const keysOf = ({ client, deliverable, project }: Work) => ({
  clientId: client?.key ?? null,
  projectId: project?.key ?? null,
  deliverableId: deliverable?.key ?? null,
});

const createFlags = [
  ['createClient', 'clientName', 'client'],
  ['createProject', 'projectName', 'project'],
  ['createDeliverable', 'deliverableName', 'deliverable'],
] as const;

const areas = { client: 'clients', project: 'projects', deliverable: 'projects' } as const;

/** Archived work accepts no new time, by any id. */
function requireActive({ client, deliverable }: Work, own?: TimeEntry): void {
  require(!client?.archived || client.key === own?.clientId, 'conflicting_state');
  const isOwn = deliverable?.key === own?.deliverableId;
  require(!deliverable?.archived || isOwn, 'conflicting_state');
}

function createTimeEntry(model: Model, input: Input): TimeEntry {
  const [timerStart, timerEnd] = [instant(input.timerStart), instant(input.timerEnd)];
  require(timerEnd > timerStart, 'invalid_input');
  requireNamed(input);
  // A flag without its name has no effect.
  const isSet = (flag: string, name: string) =>
    input[flag] === true && Boolean(textOf(input[name])?.trim());
  // The permission is needed whether or not the record exists.
  for (const [flag, name, kind] of createFlags)
    require(!isSet(flag, name) || model.mayWrite(areas[kind]), 'missing_scope');
  const makes = Object.fromEntries(
    createFlags.map(([flag, name, kind]) => [kind, isSet(flag, name)]),
  );
  const work = workNamed(model, input, makes);
  requireActive(work);
  const notes = textOf(input.notes);
  return model.add('TimeEntry', { ...keysOf(work), timerStart, timerEnd, notes });
}

/** A project that is named brings its client, and clears the deliverable. */
function updateTimeEntry(model: Model, input: Input): TimeEntry {
  const entry = target(model, 'TimeEntry', input);
  const fields = readFields(input, { timerEnd: instant, notes: textOf });
  require((fields.timerEnd ?? entry.timerEnd) > entry.timerStart, 'invalid_input');
  if (!input.projectId) return model.change('TimeEntry', entry, fields);
  const work = workNamed(model, { projectId: input.projectId });
  requireActive(work, entry);
  return model.change('TimeEntry', entry, { ...fields, ...keysOf(work) });
}

const hour = (choices: Choices) =>
  `2026-03-02T${String(choices.below(24)).padStart(2, '0')}:00:00.000Z`;

const hundredths = (text: unknown) => Math.round(Number(text) * 100);

function positionOf(model: Model, input: Input) {
  const project = input.projectId ? model.byId('Project', input.projectId) : null;
  const named = clientNamed(model, input);
  const owner = project && model.get('Client', project.clientId);
  require(!named || !owner || named === owner, 'invalid_input');
  return { client: named ?? owner, project };
}

function createExpense(model: Model, input: Input): Expense {
  const { client, project } = positionOf(model, input);
  const vendorName = textOf(input.vendor)?.trim();
  const vendor =
    vendorName &&
    (model.find('Vendor', ({ name }) => name === vendorName) ??
      model.add('Vendor', { name: vendorName }));
  return model.add('Expense', {
    amount: hundredths(input.amount),
    vendorId: vendor ? vendor.key : null,
    clientId: client?.key ?? null,
    projectId: project?.key ?? null,
    paid: input.paid === true,
    datePaid: input.paid ? model.today : null,
    notes: textOf(input.notes),
  });
}

/** To change the client, the project of the former one has to be changed or cleared as well. */
function changedPosition(model: Model, expense: Expense, input: Input) {
  const client = input.clientId ? model.byId('Client', input.clientId) : null;
  const project: Project | null = input.projectId ? model.byId('Project', input.projectId) : null;
  if (project) {
    require(!client || client.key === project.clientId, 'invalid_input');
    return { clientId: project.clientId, projectId: project.key };
  }
  const clientId = input.clientId === undefined ? expense.clientId : (client?.key ?? null);
  const projectId = input.projectId === undefined ? expense.projectId : null;
  require(projectId === null || clientId === expense.clientId, 'invalid_input');
  return { clientId, projectId };
}

function updateExpense(model: Model, input: Input): Expense {
  const expense = target(model, 'Expense', input);
  const fields = readFields(input, {
    amount: hundredths,
    notes: textOf,
    paid: (value) => value === true,
  });
  const position = changedPosition(model, expense, input);
  const unpaid = fields.paid === false ? { datePaid: null } : {};
  return model.change('Expense', expense, { ...fields, ...position, ...unpaid });
}

const remove =
  (type: 'Expense' | 'TimeEntry'): Operation['apply'] =>
  (model, input) => {
    model.remove(type, target(model, type, input));
    return null;
  };

const amount = (choices: Choices) => `${choices.below(500)}.${choices.of(['5', '25', '07'])}`;

const byId =
  (type: 'Expense' | 'TimeEntry'): Operation['plan'] =>
  (model, choices, foreign) => {
    const id = anyId(model, choices, type, foreign);
    return id === undefined ? undefined : { id };
  };

function planTime(model: Model, choices: Choices, foreign: Foreign): Input {
  const work = choices.chance(92) ? anyWork(model, choices, foreign) : {};
  const flags = choices.some(
    35,
    Object.fromEntries(createFlags.map(([flag]) => [flag, () => true])),
  );
  const notes = choices.some(40, { notes: () => 'Worked' });
  return { timerStart: hour(choices), timerEnd: hour(choices), ...work, ...flags, ...notes };
}

/** Without a deliverable, and with a project by its id. */
function planExpense(model: Model, choices: Choices, foreign: Foreign): Input {
  const client: Partial<Client> | Input = choices.chance(60)
    ? anyClient(model, choices, foreign)
    : {};
  const more = choices.some(30, {
    projectId: () => anyId(model, choices, 'Project', foreign),
    vendor: () => choices.of(['Paper', 'paper', ' Paper', 'Ink']),
    paid: () => choices.chance(60),
    notes: () => 'Spent',
  });
  // Of two unknown names, the error may contain either.
  const { projectId } = more;
  const isKnown = !projectId || model.find('Project', ({ id }) => id === projectId);
  return { amount: amount(choices), ...(isKnown && client), ...more };
}

export const spentOperations: readonly Operation[] = [
  {
    ...{ name: 'createTimeEntry', type: 'TimeEntry', writes: ['time'] },
    rest: ['POST', 'timeWorked/create'],
    plan: planTime,
    apply: createTimeEntry,
  },
  {
    ...{ name: 'updateTimeEntry', type: 'TimeEntry', writes: ['time'] },
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'TimeEntry', foreign);
      const fields = choices.some(40, {
        timerEnd: () => hour(choices),
        notes: () => choices.of([null, 'Anew']),
        projectId: () => anyId(model, choices, 'Project', foreign),
      });
      return id === undefined ? undefined : { id, ...fields };
    },
    apply: updateTimeEntry,
  },
  {
    ...{ name: 'deleteTimeEntry', type: 'TimeEntry', writes: ['time'] },
    plan: byId('TimeEntry'),
    apply: remove('TimeEntry'),
  },
  {
    ...{ name: 'createExpense', type: 'Expense', writes: ['expenses'] },
    rest: ['POST', 'expenses/create'],
    plan: planExpense,
    apply: createExpense,
  },
  {
    ...{ name: 'updateExpense', type: 'Expense', writes: ['expenses'] },
    rest: ['PATCH', 'expenses/update'],
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Expense', foreign);
      const fields = choices.some(30, {
        amount: () => amount(choices),
        clientId: () => anyId(model, choices, 'Client', foreign) ?? null,
        projectId: () => (choices.chance(40) ? null : anyId(model, choices, 'Project', foreign)),
        paid: () => choices.chance(50),
        notes: () => choices.of(['', 'Anew']),
      });
      return id === undefined ? undefined : { id, ...fields };
    },
    apply: updateExpense,
  },
  {
    ...{ name: 'deleteExpense', type: 'Expense', writes: ['expenses'] },
    plan: byId('Expense'),
    apply: remove('Expense'),
  },
];
