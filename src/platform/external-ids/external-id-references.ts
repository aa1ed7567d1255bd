import { Prisma } from '../../generated/prisma/client.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { recordTypeOfId } from '../ids/record-ids.ts';
import { isStorableText } from '../input/text-types.ts';
import { callerPermissions, requiredPermissions } from '../permissions/permissions.ts';
import { toSingleLine } from '../text/sanitize-text.ts';
import { externalIdTypes } from './external-ids.ts';

/**
 * Wherever an id is taken, a record can be named by its external id: `cli_ext:hubspot:42` is the client that hubspot calls
 * 42, `cli_ext::42` the one that a system without a name does. The prefix is that of the type's ids, so that a reference tells
 * its type as an id does; a source has no colon, and what stands behind the second one is the external id as it is. Doors
 * put the ids in their places before a verb sees them (decision 44).
 */

/** What stands in every reference, behind the prefix. */
export const externalIdReferenceMarker = '_ext:';
const prefixLength = 3;

/** Whether a value is written as a reference. Cheap, since it is asked of whatever comes. */
export const isExternalIdReference = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(externalIdReferenceMarker, prefixLength);

interface Reference {
  /** As it was written. */
  text: string;
  source: string;
  externalId: string;
}

function read(text: string): Reference | undefined {
  const [source, ...externalId] = text
    .slice(prefixLength + externalIdReferenceMarker.length)
    .split(':');
  if (source === undefined || externalId.length === 0 || !isStorableText(text)) return undefined;
  return { text, source: toSingleLine(source), externalId: toSingleLine(externalId.join(':')) };
}

/** Ids, by the references that stand for them; those that stand for nothing have none. */
export type IdsByReference = ReadonlyMap<string, string>;

const nothing: IdsByReference = new Map();

/**
 * The ids that references stand for, of all types by one statement; none where there are no references. A record that who asks
 * does not see, or of whose area it may neither read nor write anything, is not found, like one that does not exist.
 */
export async function resolveExternalIdReferences(
  context: WorkspaceAccess,
  references: readonly string[],
): Promise<IdsByReference> {
  if (references.length === 0) return nothing;
  const texts = [...new Set(references)];
  const rights = callerPermissions(context);
  const lookups = externalIdTypes.flatMap((type) => {
    const area = permissionAreaByModel[type];
    const asked = texts.flatMap((text) =>
      recordTypeOfId(text) === type ? (read(text) ?? []) : [],
    );
    const mayKnow = (rights & requiredPermissions(`${area}:read`, `${area}:write`)) !== 0;
    return mayKnow && asked.length > 0 ? lookup(context.accountId, type, asked) : [];
  });
  if (lookups.length === 0) return nothing;
  const rows = await context.db.$queryRaw<{ text: string; id: string }[]>(
    Prisma.join(lookups, ' UNION ALL '),
  );
  return new Map(rows.map(({ text, id }) => [text, id]));
}

const lookup = (accountId: number, type: string, asked: readonly Reference[]): Prisma.Sql =>
  Prisma.sql`SELECT k.text, t.id
    FROM json_to_recordset(${JSON.stringify(asked)}::json) AS k(text text, source text, "externalId" text)
    JOIN LATERAL (SELECT t.id FROM ${Prisma.raw(`"${type}"`)} t WHERE t."accountId" = ${accountId}
      AND t."externalId" = k."externalId" AND coalesce(t.source, '') = k.source LIMIT 1) t ON true`;
