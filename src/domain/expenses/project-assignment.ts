import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import {
  idNotFoundError,
  resolveChangedReference,
  resolveReference,
} from '../../platform/names/resolve-reference.ts';

export interface ProjectAssignment {
  clientId: string | null;
  projectId: string | null;
}

interface AssignmentReference extends ProjectAssignment {
  clientName: string | null;
  projectName: string | null;
}

export const noAssignment: AssignmentReference = {
  clientName: null,
  clientId: null,
  projectName: null,
  projectId: null,
};

/** The client defaults to the client of the project. */
export async function resolveAssignment(
  { names }: Context,
  reference: AssignmentReference,
): Promise<ProjectAssignment> {
  const client = { name: reference.clientName, nameField: 'clientName', idField: 'clientId' };
  const [requestedClientId, projectClientId] = await awaitLookups<[string | null, string | null]>([
    resolveReference(names, 'client', { ...client, id: reference.clientId }),
    reference.projectId ? findClientOfProject(names, reference.projectId) : null,
  ]);
  const clientId = requestedClientId ?? projectClientId;
  if (projectClientId !== null && projectClientId !== clientId)
    throw projectOfOtherClientError('projectId');
  const projectId = await resolveReference(names, 'project', {
    name: reference.projectName,
    id: reference.projectId,
    nameField: 'projectName',
    idField: 'projectId',
    ...(clientId !== null && { parentId: clientId }),
  });
  return { clientId, projectId };
}

async function findClientOfProject(names: Context['names'], projectId: string): Promise<string> {
  const projectClientId = await names.parentOf('project', projectId);
  if (projectClientId === undefined) throw idNotFoundError('project', projectId, 'projectId');
  return projectClientId;
}

function projectOfOtherClientError(path: 'clientId' | 'projectId') {
  const message =
    path === 'projectId'
      ? 'is a project of another client'
      : 'is not the client of the expense’s project; change or clear projectId as well';
  return invalidInputError([{ path, code: 'disagrees', message }]);
}

/** A project name is unique only within its client. */
export function validateProjectHasClient(fields: {
  clientName?: string | null;
  clientId?: string | null;
  projectName?: string | null;
  projectId?: string | null;
}) {
  const { clientName, clientId, projectName, projectId } = fields;
  if (!projectName || clientName || clientId || projectId) return [];
  const message = 'needs the client whose project it is: clientName, clientId or projectId';
  return [{ path: 'projectName', code: 'client_required', message }];
}

/** Undefined fields do not change. */
export async function changeAssignment(
  { names }: Context,
  current: ProjectAssignment,
  change: { [K in keyof ProjectAssignment]?: ProjectAssignment[K] | undefined },
): Promise<ProjectAssignment> {
  const { projectId } = change;
  const [clientId, projectClientId] = await awaitLookups<
    [string | null | undefined, string | null]
  >([
    resolveChangedReference(names, 'client', {
      id: change.clientId,
      nameField: 'clientName',
      idField: 'clientId',
    }),
    projectId ? findClientOfProject(names, projectId) : null,
  ]);
  if (projectId && projectClientId !== null) {
    if (clientId && clientId !== projectClientId) throw projectOfOtherClientError('projectId');
    return { clientId: projectClientId, projectId };
  }
  const next = {
    clientId: clientId === undefined ? current.clientId : clientId,
    projectId: projectId === undefined ? current.projectId : null,
  };
  if (next.projectId !== null && next.clientId !== current.clientId) {
    throw projectOfOtherClientError('clientId');
  }
  return next;
}
