import type { RecordModel } from '../platform/ids/permission-areas.ts';
import { areaOf } from '../platform/ids/permission-areas.ts';
import type { Area, Rights } from '../platform/permissions/permissions.ts';
import { reading } from '../platform/permissions/permissions.ts';
import type { Part, Tree } from './json-query.ts';

/** What of a tree may be seen: what may not is null, and no statement reads it. */

const areaOfModel = (model: string): Area => areaOf[model as RecordModel];

/** The area beside its record's own that a part shows; the words of settings that a record carries are its own. */
function areaBeside(part: Part, own: Area): Area | undefined {
  const area = 'tree' in part ? areaOfModel(part.tree.model) : part.area;
  if (area !== undefined) return area === own ? undefined : area;
  if (part.kind !== 'through') return undefined;
  const through = areaOfModel(part.model);
  return through === own || through === 'settings' ? undefined : through;
}

/** The areas that a tree shows beside that of its records, by which it is nullable for some. */
export function areasBeside({ model, parts }: Tree): Set<Area> {
  const own = areaOfModel(model);
  const found = new Set<Area>();
  const visit = (part: Part) => {
    const area = areaBeside(part, own);
    if (area !== undefined) found.add(area);
    for (const inner of innerParts(part)) visit(inner);
  };
  for (const part of parts) visit(part);
  return found;
}

function innerParts(part: Part): readonly Part[] {
  if ('tree' in part) return part.tree.parts;
  if (part.kind === 'own') return part.parts;
  return part.kind === 'through' ? [part.part] : [];
}

const known = new WeakMap<Tree, Map<Rights, Tree>>();

/**
 * A tree without what rights do not let anybody see: parts of other areas, and, where the area of the records themselves may
 * not be read, what they copied from other records. The columns of the records remain: whoever may only write knows them. The same
 * tree for the same rights.
 */
export function seenTree<T extends Tree>(tree: T, rights: Rights): T {
  const made = known.get(tree) ?? new Map<Rights, Tree>();
  known.set(tree, made);
  const found = made.get(rights);
  if (found) return found as T;
  const own = areaOfModel(tree.model);
  const parts = seenParts(tree.parts, own, rights);
  const isWhole = parts.every((part, index) => part === tree.parts[index]);
  const seen = isWhole ? tree : { ...tree, parts };
  made.set(rights, seen);
  return seen;
}

const seenParts = (parts: readonly Part[], own: Area, rights: Rights): Part[] =>
  parts.map((part) => seenPart(part, own, rights));

function seenPart(part: Part, own: Area, rights: Rights): Part {
  const may = (area: Area) => (rights & reading([area])) !== 0;
  const beside = areaBeside(part, own);
  const isHidden =
    (beside !== undefined && !may(beside)) || (part.copied !== undefined && !may(own));
  if (isHidden) return { as: part.as, kind: 'constant', text: null };
  const inner = innerParts(part);
  const seen = seenParts(inner, own, rights);
  if (seen.every((one, index) => one === inner[index])) return part;
  if ('tree' in part) return { ...part, tree: { ...part.tree, parts: seen } };
  if (part.kind === 'own') return { ...part, parts: seen };
  return { ...part, part: seen[0] } as Part;
}
