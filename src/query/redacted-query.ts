import type { RecordModel } from '../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../platform/ids/permission-areas.ts';
import type { PermissionArea, Permissions } from '../platform/permissions/permissions.ts';
import { readPermissions } from '../platform/permissions/permissions.ts';
import type { JsonQuery, JsonQueryPart } from './json-query.ts';

/** Replaces parts that the caller may not read by null, without reading them. */

const areaOfModel = (model: string): PermissionArea => permissionAreaByModel[model as RecordModel];

/** In addition to the record's own area. Names from the settings need none. */
function additionalAreaOf(part: JsonQueryPart, own: PermissionArea): PermissionArea | undefined {
  const area = 'tree' in part ? areaOfModel(part.tree.model) : part.area;
  if (area !== undefined) return area === own ? undefined : area;
  if (part.kind !== 'through') return undefined;
  const through = areaOfModel(part.model);
  return through === own || through === 'settings' ? undefined : through;
}

/** Parts in these areas are null for callers without them. */
export function relatedPermissionAreas({ model, parts }: JsonQuery): Set<PermissionArea> {
  const own = areaOfModel(model);
  const found = new Set<PermissionArea>();
  const visit = (part: JsonQueryPart) => {
    const area = additionalAreaOf(part, own);
    if (area !== undefined) found.add(area);
    for (const inner of innerParts(part)) visit(inner);
  };
  for (const part of parts) visit(part);
  return found;
}

function innerParts(part: JsonQueryPart): readonly JsonQueryPart[] {
  if ('tree' in part) return part.tree.parts;
  if (part.kind === 'own') return part.parts;
  return part.kind === 'through' ? [part.part] : [];
}

const known = new WeakMap<JsonQuery, Map<Permissions, JsonQuery>>();

/**
 * Own columns remain without read access, for callers that may write them. Equal permissions return the same
 * object.
 */
export function redactQuery<T extends JsonQuery>(tree: T, rights: Permissions): T {
  const cache = known.get(tree) ?? new Map<Permissions, JsonQuery>();
  known.set(tree, cache);
  const found = cache.get(rights);
  if (found) return found as T;
  const own = areaOfModel(tree.model);
  const parts = redactParts(tree.parts, own, rights);
  const isWhole = parts.every((part, index) => part === tree.parts[index]);
  const redacted = isWhole ? tree : { ...tree, parts };
  cache.set(rights, redacted);
  return redacted;
}

const redactParts = (
  parts: readonly JsonQueryPart[],
  own: PermissionArea,
  rights: Permissions,
): JsonQueryPart[] => parts.map((part) => redactPart(part, own, rights));

function redactPart(part: JsonQueryPart, own: PermissionArea, rights: Permissions): JsonQueryPart {
  const canReadArea = (area: PermissionArea) => (rights & readPermissions([area])) !== 0;
  const additionalArea = additionalAreaOf(part, own);
  const isHidden =
    (additionalArea !== undefined && !canReadArea(additionalArea)) ||
    (part.copied !== undefined && !canReadArea(own));
  if (isHidden) return { as: part.as, kind: 'constant', text: null };
  const inner = innerParts(part);
  const redacted = redactParts(inner, own, rights);
  if (redacted.every((one, index) => one === inner[index])) return part;
  if ('tree' in part) return { ...part, tree: { ...part.tree, parts: redacted } };
  if (part.kind === 'own') return { ...part, parts: redacted };
  return { ...part, part: redacted[0] } as JsonQueryPart;
}
