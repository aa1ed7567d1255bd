import { Prisma } from '../../generated/prisma/client.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { recordTypeOfId } from '../ids/record-ids.ts';
import { isStorableText } from '../input/text-types.ts';
import { hasMergedSql } from '../names/merged-records.ts';
import { callerPermissions, requiredPermissions } from '../permissions/permissions.ts';
import { toSingleLine } from '../text/sanitize-text.ts';
import { externalIdTypes } from './external-ids.ts';

/**
 * `cli_ext:hubspot:42` is the client with external id 42 of source hubspot, `cli_ext::42` without a source. The APIs replace
 * references before a command runs.
 */

export const externalIdReferenceMarker = '_ext:';
const prefixLength = 3;

/** Runs for every input value, so it must be fast. */
export const isExternalIdReference = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(externalIdReferenceMarker, prefixLength);

interface Reference {
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

export type IdsByReference = ReadonlyMap<string, string>;

const nothing: IdsByReference = new Map();

/** Finds only visible records. */
export async function resolveExternalIdReferences(
  context: WorkspaceAccess,
  references: readonly string[],
): Promise<IdsByReference> {
  if (references.length === 0) return nothing;
  const texts = [...new Set(references)];
  const rights = callerPermissions(context);
  const lookups = externalIdTypes.flatMap((type) => {
    const area = permissionAreaByModel[type];
    const ofType = texts.flatMap((text) =>
      recordTypeOfId(text) === type ? (read(text) ?? []) : [],
    );
    const mayKnow = (rights & requiredPermissions(`${area}:read`, `${area}:write`)) !== 0;
    return mayKnow && ofType.length > 0 ? lookup(context.accountId, type, ofType) : [];
  });
  if (lookups.length === 0) return nothing;
  const rows = await context.db.$queryRaw<{ text: string; id: string }[]>(
    Prisma.join(lookups, ' UNION ALL '),
  );
  return new Map(rows.map(({ text, id }) => [text, id]));
}

/** The ids of merged records find the remaining record. */
const mergeableTypes: readonly string[] = ['Client', 'Contact'];

const mergedKey = `jsonb_build_object('externalId', k."externalId", 'source', nullif(k.source, ''))`;

function lookup(accountId: number, type: string, references: readonly Reference[]): Prisma.Sql {
  const table = Prisma.raw(`"${type}"`);
  const found = Prisma.sql`SELECT t.id FROM ${table} t WHERE t."accountId" = ${accountId}
    AND t."externalId" = k."externalId" AND coalesce(t.source, '') = k.source`;
  const merged = mergeableTypes.includes(type)
    ? Prisma.sql`UNION ALL SELECT m.id FROM ${table} m WHERE m."accountId" = ${accountId}
        AND ${Prisma.raw(hasMergedSql('m', mergedKey))} AND NOT EXISTS (${found})`
    : Prisma.empty;
  return Prisma.sql`SELECT k.text, t.id
    FROM json_to_recordset(${JSON.stringify(references)}::json) AS k(text text, source text, "externalId" text)
    JOIN LATERAL (${found} ${merged} LIMIT 1) t ON true`;
}
