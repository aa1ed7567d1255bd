import { getDatamodel } from '../../src/generated/pothos/types.ts';
import type { RecordModel } from '../../src/platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../src/platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../src/platform/permissions/permissions.ts';
import type { TestApi } from './api.ts';

/** A marker in every text of an area's records, and nowhere else. */
export const canaryOf = (area: PermissionArea) => `canary${area}x`;

/** Texts that are not free: references, secrets, codes, and what the database checks. */
const bound =
  /^(id|accountId|\w*[cC]urrency|color|hexColor|timeZone|invoiceNumberPattern|hash|prefix|viewToken|scopes|priority|messageId|externalId|position|mappingKey|mediaType|sha256)$|Id$/;

/** The words of settings that records of other areas carry: the labels of stages, the names of types and custom fields. */
const carried: Readonly<Record<string, readonly string[]>> = {
  CustomField: ['name'],
  PipelineStage: ['label'],
  ProjectType: ['name'],
  TaskStage: ['label'],
};

const { models } = getDatamodel().datamodel;

/** The columns of a model that can hold any text. */
function freeTexts(model: string): string[] {
  const isFree = (name: string) => !bound.test(name) && !carried[model]?.includes(name);
  return (models[model]?.fields ?? [])
    .filter((field) => field.kind === 'scalar' && field.type === 'String' && !field.isList)
    .map(({ name }) => name)
    .filter(isFree);
}

/** Writes its area's word into every text of every record of a workspace; answers which models have one. */
export async function plantCanaries(
  { database: { pool } }: TestApi,
  accountId: number,
): Promise<RecordModel[]> {
  const planted: RecordModel[] = [];
  for (const [model, area] of Object.entries(permissionAreaByModel) as [
    RecordModel,
    PermissionArea,
  ][]) {
    const texts = freeTexts(model);
    if (texts.length === 0) continue;
    const key = models[model]?.fields.some(({ name }) => name === 'id') ? 'id' : 'accountId';
    const values = texts.map((name) => {
      const word = `'${canaryOf(area)} ' || right("${key}"::text, 12)`;
      const isAddress = name === 'email' || name === 'website';
      const value = isAddress ? `replace(${word}, ' ', '') || '@studio.example'` : word;
      return `"${name}" = ${value}`;
    });
    const { rowCount } = await pool.query(
      `UPDATE "${model}" SET ${values.join(', ')} WHERE "accountId" = $1`,
      [accountId],
    );
    if (rowCount) planted.push(model);
  }
  return planted;
}
