import type { Choices } from './choices.ts';
import { anyClient, clientNamed } from './clients.ts';
import type { Foreign, Input, Operation } from './operations.ts';
import { anyId, anyName, nameOf, readFields, target, textOf } from './operations.ts';
import type { Client, Deliverable, Project } from './records.ts';
import type { Model } from './state.ts';
import { Rejected, require } from './state.ts';

/** Projects and deliverables of the model, and how inputs name them. */

/** What inputs name: as far down as they do. */
export interface Work {
  client: Client | null;
  project: Project | null;
  deliverable: Deliverable | null;
}

function projectFree(model: Model, clientId: number, name: string, own?: Project): void {
  const isTaken = model.find(
    'Project',
    (one) => one.clientId === clientId && one.name === name && one !== own,
  );
  require(!isTaken, 'name_taken');
}

function createProject(model: Model, input: Input): Project {
  const name = nameOf(input.name);
  require(textOf(input.clientName) || textOf(input.clientId), 'invalid_input');
  const clientId = (clientNamed(model, input) as Client).key;
  projectFree(model, clientId, name);
  const description = textOf(input.description);
  return model.add('Project', { name, clientId, description, active: input.active ?? true });
}

/** Time and expenses follow their project to another client. */
function updateProject(model: Model, input: Input): Project {
  const project = target(model, 'Project', input);
  const fields = readFields(input, {
    name: nameOf,
    description: textOf,
    active: (value) => value === true,
  });
  const after = { ...project, ...fields };
  if (input.clientId !== undefined) {
    after.clientId = (clientNamed(model, { clientId: input.clientId }) as Client).key;
  }
  projectFree(model, after.clientId, after.name, project);
  const isReassigned = after.clientId !== project.clientId;
  model.change('Project', project, { ...fields, clientId: after.clientId });
  if (!isReassigned) return project;
  for (const type of ['TimeEntry', 'Expense'] as const) {
    for (const row of model.all(type)) {
      if (row.projectId !== project.key) continue;
      model.change(type, row, { clientId: after.clientId });
    }
  }
  return project;
}

/** The one project of that name of a client that is not archived. @throws Rejected */
function onlyProject(model: Model, name: string): Project {
  const [project, ...others] = model
    .all('Project')
    .filter((one) => one.name === name && !model.get('Client', one.clientId).archived);
  require(project, 'name_not_found');
  require(others.length === 0, 'invalid_input');
  return project;
}

/** The project that is named without its client. @throws Rejected */
function projectAlone(model: Model, name: string, makes: Makes): Project {
  try {
    return onlyProject(model, name);
  } catch (error) {
    const isMissing = error instanceof Rejected && error.code === 'name_not_found';
    // What shall be made needs a client.
    throw isMissing && makes.project ? new Rejected('invalid_input') : error;
  }
}

/** What an input lets be made where it is missing. */
export type Makes = Partial<Record<'client' | 'project' | 'deliverable', boolean>>;

/** A deliverable is named below a project. @throws Rejected */
export function requireNamed(input: Input): void {
  const { deliverableId, deliverableName, projectId, projectName } = input;
  const hasProject = textOf(projectName) || projectId || deliverableId;
  require(!textOf(deliverableName) || hasProject, 'invalid_input');
}

/** The work that an input names, from the top down. @throws Rejected */
export function workNamed(model: Model, input: Input, makes: Makes = {}): Work {
  const name = (field: string) => textOf(input[field])?.trim() ?? null;
  const [clientName, projectName] = [name('clientName'), name('projectName')];
  const { clientId, deliverableId, projectId } = input;
  const isAlone = projectName && !clientName && !clientId && !projectId;
  requireNamed(input);
  const named = deliverableId ? model.byId('Deliverable', deliverableId) : null;
  if (isAlone) {
    const project = projectAlone(model, projectName, makes);
    const client = model.get('Client', project.clientId);
    return { client, project, deliverable: deliverableOf(model, project, input, makes) };
  }
  const byId = projectId
    ? model.byId('Project', projectId)
    : named && model.get('Project', named.projectId);
  const client = byId && !clientName && !clientId ? null : clientOf(model, input, makes);
  const project = byId ?? projectOf(model, client, projectName, makes);
  const above = project ? model.get('Client', project.clientId) : client;
  const deliverable = named ?? (project && deliverableOf(model, project, input, makes));
  return { client: above, project, deliverable };
}

function clientOf(model: Model, input: Input, makes: Makes): Client | null {
  const name = textOf(input.clientName)?.trim();
  if (!name || !makes.client || input.clientId) return clientNamed(model, input);
  const found = model.find('Client', (one) => one.name === name);
  require(!found?.archived, 'conflicting_state');
  const empty = { notes: null, currency: null, defaultTaxRate: null, archived: false };
  const isProspect = false;
  return found ?? model.add('Client', { ...empty, name, isProspect });
}

function projectOf(
  model: Model,
  client: Client | null,
  name: string | null,
  makes: Makes,
): Project | null {
  if (name === null || client === null) return null;
  const found = model.find('Project', (one) => one.clientId === client.key && one.name === name);
  require(found || makes.project, 'name_not_found');
  return (
    found ?? model.add('Project', { name, clientId: client.key, description: null, active: true })
  );
}

function deliverableOf(
  model: Model,
  project: Project,
  input: Input,
  makes: Makes,
): Deliverable | null {
  const name = textOf(input.deliverableName)?.trim();
  if (!name) return null;
  const found = model.find(
    'Deliverable',
    (one) => one.projectId === project.key && one.name === name,
  );
  require(found || makes.deliverable, 'name_not_found');
  require(!found?.archived, makes.deliverable ? 'conflicting_state' : 'name_not_found');
  const fresh = { projectId: project.key, status: 'To do', archived: false };
  return found ?? model.add('Deliverable', { ...fresh, name });
}

/** Names work somehow: all by names, by the id of the lowest, or a client by id and the rest by name. */
export function anyWork(model: Model, choices: Choices, foreign: Foreign): Input {
  const deliverable = choices.any(model.all('Deliverable'));
  const project = deliverable
    ? model.get('Project', deliverable.projectId)
    : choices.any(model.all('Project'));
  const way = choices.below(12);
  if (!project || way < 2) return anyClient(model, choices, foreign);
  const client = model.get('Client', project.clientId);
  const projectName = choices.chance(85) ? project.name : anyName(choices);
  const deliverableName = choices.chance(75) ? deliverable?.name : anyName(choices);
  const below = choices.chance(60) && deliverableName ? { deliverableName } : {};
  if (way < 6) return { clientName: client.name, projectName, ...below };
  if (way === 6) return { projectName, ...below };
  if (way === 7) return { clientId: client.id, projectName, ...below };
  if (way === 8) return { projectId: anyId(model, choices, 'Project', foreign) };
  return { deliverableId: anyId(model, choices, 'Deliverable', foreign) };
}

function deliverableFree(model: Model, projectId: number, name: string, own?: Deliverable): void {
  const isTaken = model.find(
    'Deliverable',
    (one) => one.projectId === projectId && one.name === name && one !== own,
  );
  require(!isTaken, 'name_taken');
}

/** Labels are matched ignoring case. @throws Rejected */
function statusOf(label: unknown): string {
  const expected = String(label).trim().toLowerCase();
  const found = ['To do', 'In progress', 'Client approval', 'Complete'].find(
    (one) => one.toLowerCase() === expected,
  );
  require(found, 'name_not_found');
  return found;
}

function createDeliverable(model: Model, input: Input): Deliverable {
  const name = nameOf(input.name);
  require(textOf(input.projectName) || input.projectId, 'invalid_input');
  const { project } = workNamed(model, input);
  const { key: projectId } = project as Project;
  const status = input.statusName ? statusOf(input.statusName) : 'To do';
  deliverableFree(model, projectId, name);
  return model.add('Deliverable', { projectId, name, status, archived: false });
}

function updateDeliverable(model: Model, input: Input): Deliverable {
  const deliverable = target(model, 'Deliverable', input);
  const fields = readFields(input, { name: nameOf, archived: (value) => value === true });
  if (input.statusName) fields.status = statusOf(input.statusName);
  if (fields.name) deliverableFree(model, deliverable.projectId, fields.name, deliverable);
  return model.change('Deliverable', deliverable, fields);
}

function approveDeliverable(model: Model, input: Input): Deliverable {
  require(textOf(input.deliverableName) || input.deliverableId, 'invalid_input');
  const { deliverable } = workNamed(model, input) as Work & { deliverable: Deliverable };
  const version = input.expectedVersion ?? deliverable.version;
  require(version === deliverable.version, 'version_mismatch');
  if (deliverable.status === 'Complete') return deliverable;
  return model.change('Deliverable', deliverable, { status: 'Complete' });
}

const labels = ['to do', 'In Progress', 'complete', 'Client approval', 'None'];
const writes = ['projects'];

export const workOperations: readonly Operation[] = [
  {
    ...{ name: 'createProject', type: 'Project', writes, rest: ['POST', 'projects/create'] },
    plan: (model, choices, foreign) => ({
      name: anyName(choices),
      ...(choices.chance(97) && anyClient(model, choices, foreign)),
      ...choices.some(30, { description: () => 'About', active: () => choices.chance(50) }),
    }),
    apply: createProject,
  },
  {
    ...{ name: 'updateProject', type: 'Project', writes, rest: ['PATCH', 'projects/update'] },
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Project', foreign);
      const fields = choices.some(35, {
        name: () => anyName(choices),
        clientId: () => anyId(model, choices, 'Client', foreign),
        description: () => choices.of([null, 'Anew']),
        active: () => choices.chance(50),
      });
      return id === undefined ? undefined : { id, ...fields };
    },
    apply: updateProject,
  },
  {
    ...{ name: 'createDeliverable', type: 'Deliverable', writes },
    plan: (model, choices, foreign) => {
      const { deliverableId, deliverableName, ...of } = anyWork(model, choices, foreign);
      if (!of.projectId && !of.projectName) return undefined;
      const status = choices.some(30, { statusName: () => choices.of(labels) });
      return { name: anyName(choices), ...of, ...status };
    },
    apply: createDeliverable,
  },
  {
    ...{ name: 'updateDeliverable', type: 'Deliverable', writes },
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Deliverable', foreign);
      const fields = choices.some(35, {
        name: () => anyName(choices),
        statusName: () => choices.of(labels),
        archived: () => choices.chance(40),
      });
      return id === undefined ? undefined : { id, ...fields };
    },
    apply: updateDeliverable,
  },
  {
    ...{ name: 'deleteDeliverable', type: 'Deliverable', writes },
    plan: (model, choices, foreign) => {
      const id = anyId(model, choices, 'Deliverable', foreign);
      return id === undefined ? undefined : { id };
    },
    apply: (model, input) => {
      const deliverable = target(model, 'Deliverable', input);
      const isUsed = model.find('TimeEntry', (one) => one.deliverableId === deliverable.key);
      require(!isUsed, 'conflicting_state');
      model.remove('Deliverable', deliverable);
      return null;
    },
  },
  {
    ...{ name: 'approveDeliverable', type: 'Deliverable', writes },
    rest: ['POST', 'deliverable/approve'],
    plan: (model, choices, foreign) => {
      const work = anyWork(model, choices, foreign);
      const isAlone = work.projectName && !work.clientName && !work.clientId;
      return (work.deliverableName && !isAlone) || work.deliverableId ? work : undefined;
    },
    apply: approveDeliverable,
  },
];
