import type { NameResolver } from './name-resolver.ts';
import { resolveReference } from './resolve-reference.ts';

export interface ProjectTypeReference {
  projectTypeName?: string | null | undefined;
  projectTypeId?: string | null | undefined;
}

/** @throws ActionError name_not_found, record_not_found, invalid_input */
export const resolveProjectType = (
  names: NameResolver,
  { projectTypeId, projectTypeName }: ProjectTypeReference,
): Promise<string | null> =>
  resolveReference(names, 'projectType', {
    name: projectTypeName ?? null,
    id: projectTypeId ?? null,
    nameField: 'projectTypeName',
    idField: 'projectTypeId',
  });
