import type { CustomField, Prisma } from '../../generated/prisma/client.ts';
import type { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { compactJsonSql, jsonArraySql } from '../../query/json-columns.ts';

/** Spec part 2, "CustomValue". */
export interface CustomValue {
  fieldId: string;
  mappingKey: string;
  fieldName: string;
  value: unknown;
  type: CustomFieldType;
}

export type CustomFieldDefinition = Pick<CustomField, 'id' | 'name' | 'mappingKey' | 'type'>;

const inOrder = [{ position: 'asc' as const }, { id: 'asc' as const }];

export async function listFieldDefinitions(
  { accountId, db }: Context,
  recordType: CustomFieldRecordType,
): Promise<CustomFieldDefinition[]> {
  return db.customField.findMany({
    where: { accountId, recordType },
    select: { id: true, name: true, mappingKey: true, type: true },
    orderBy: inOrder,
  });
}

export type TypedFieldDefinition = CustomFieldDefinition & Pick<CustomField, 'recordType'>;

/** Contacts see none. */
export const listCustomFields = ({ accountId, db }: Context): Promise<TypedFieldDefinition[]> =>
  db.$queryRaw`SELECT f.id, f.name, f."mappingKey", f.type, f."recordType" FROM "CustomField" f
    WHERE f."accountId" = ${accountId} ORDER BY f.position, f.id`;

/** Avoids reading definitions for rows without values. */
export function hasCustomValues(stored: unknown): boolean {
  return Object.keys((stored ?? {}) as object).length > 0;
}

/** In the order of the definitions. */
export function presentCustomValues(
  fields: readonly CustomFieldDefinition[],
  stored: unknown,
): CustomValue[] {
  const values = (stored ?? {}) as Record<string, unknown>;
  return fields
    .filter((field) => Object.hasOwn(values, field.id))
    .map(({ id, name, mappingKey, type }) => ({
      fieldId: id,
      mappingKey,
      fieldName: name,
      value: values[id],
      type,
    }));
}

/** {@link presentCustomValues} in SQL. `$1` is the workspace. */
export function customValuesSql(alias: string, model: Prisma.ModelName): string {
  const stored = `${alias}."customValues"`;
  const values = jsonArraySql(`SELECT f.id AS "fieldId", f."mappingKey", f.name AS "fieldName",
      ${compactJsonSql(`(${stored} -> f.id)`)} AS value, f.type
    FROM "CustomField" f WHERE f."accountId" = $1 AND f."recordType" = '${model.toUpperCase()}' AND ${stored} ? f.id
    ORDER BY f.position, f.id`);
  return `CASE WHEN ${stored} = '{}' THEN '[]'::json ELSE ${values} END`;
}
