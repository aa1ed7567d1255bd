import type { GraphQLField, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import {
  canReadModel,
  isColumnHidden,
  portalRootFields,
} from '../../platform/access-policies/row-filters.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type {
  AreaScope,
  PermissionArea,
  Permissions,
} from '../../platform/permissions/permissions.ts';
import {
  findMissingScopes,
  readPermissions,
  requiredPermissions,
  restrictedAccessKinds,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import type { ReadExtensions } from './field-reads.ts';
import type { ModelName } from './model-names.ts';
import { relationOf } from './prisma-models.ts';
import { isReadableByWriters } from './writer-readable-types.ts';

type AnyField = GraphQLField<unknown, unknown>;

export const areaPermissions = (...areas: readonly PermissionArea[]) =>
  ({ areas }) satisfies ReadExtensions;

/** For types without areas of their own: the parent's areas apply, or the type contains no stored data. */
export const inheritedPermissions = areaPermissions();

const extensionsOf = ({ extensions }: { extensions: object }) => extensions as ReadExtensions;

const areaOfModel = (model: string): readonly PermissionArea[] => {
  const area: PermissionArea | undefined = permissionAreaByModel[model as RecordModel];
  return area === undefined ? [] : [area];
};

/**
 * Returns undefined if the type declares none. Audit entries belong to the areas of their parent.
 */
export function areasOfType(type: GraphQLNamedType): readonly PermissionArea[] | undefined {
  if (!isObjectType(type)) return [];
  const { pothosPrismaModel, areas } = extensionsOf(type);
  const ofModel = pothosPrismaModel === undefined ? [] : areaOfModel(String(pothosPrismaModel));
  if (ofModel.length > 0) return ofModel;
  const { nodes, node } = type.getFields();
  const listed = /(Connection|Edge)$/.test(type.name) ? (nodes ?? node) : undefined;
  return listed ? areasOfType(getNamedType(listed.type)) : areas;
}

/**
 * Areas of the related records that a field is computed from. Names of settings belong to the
 * record that uses them.
 */
function areasDerived(type: GraphQLObjectType, field: AnyField): PermissionArea[] {
  const { derived } = extensionsOf(field);
  const model = extensionsOf(type).pothosPrismaModel as ModelName | undefined;
  if (!derived || model === undefined) return [];
  return areasSelected(model, derived.from).filter((area) => area !== 'settings');
}

function areasSelected(
  model: ModelName,
  from: Readonly<Record<string, unknown>>,
): PermissionArea[] {
  return Object.entries(from).flatMap(([name, wanted]) => {
    if (wanted === true) return [];
    const { select = {} } = wanted as { select?: Record<string, unknown> };
    const related = relationOf(model, name).model;
    const own = Object.values(select).includes(true) ? areaOfModel(related) : [];
    return [...own, ...areasSelected(related as ModelName, select)];
  });
}

function columnsRead(type: GraphQLObjectType, field: AnyField): [model: string, column: string][] {
  const { read, derived } = extensionsOf(field);
  const model = extensionsOf(type).pothosPrismaModel as ModelName | undefined;
  if (model === undefined) return [];
  if (read?.kind === 'column') return [[model, read.column]];
  return derived ? columnsSelected(model, derived.from) : [];
}

function columnsSelected(
  model: ModelName,
  from: Readonly<Record<string, unknown>>,
): [string, string][] {
  return Object.entries(from).flatMap(([name, wanted]) => {
    if (wanted === true) return [[model, name] as [string, string]];
    const { select = {} } = wanted as { select?: Record<string, unknown> };
    return columnsSelected(relationOf(model, name).model as ModelName, select);
  });
}

export const permissionsForColumns = (
  columns: readonly (readonly [model: string, column: string])[],
): Permissions =>
  restrictedAccessKinds
    .filter((kind) => columns.some(([model, column]) => isColumnHidden(kind, model, column)))
    .reduce((rights, kind) => rights | unrestrictedPermissions[kind], 0);

/** Contacts of clients can only read allowlisted root fields, and no totals. */
function forContacts(type: GraphQLObjectType, field: AnyField): Permissions {
  const isAtRoot = /^(Query|Mutation|Subscription)$/.test(type.name);
  const { areas = [] } = extensionsOf(field);
  const isAnswered = isAtRoot
    ? portalRootFields.has(field.name)
    : areas.length === 0 &&
      columnsRead(type, field).every(([model]) => canReadModel('contact', model));
  return isAnswered ? 0 : unrestrictedPermissions.contact;
}

const known = new WeakMap<AnyField, Permissions>();

export function permissionsForField(type: GraphQLObjectType, field: AnyField): Permissions {
  const found = known.get(field);
  if (found !== undefined) return found;
  const { areas = [], requiresUnrestrictedAccess, writes = [] } = extensionsOf(field);
  const shown = [...(areasOfType(getNamedType(field.type)) ?? []), ...areas];
  const needed =
    readPermissions([...shown, ...areasDerived(type, field)]) |
    permissionsForColumns(columnsRead(type, field)) |
    forContacts(type, field) |
    (requiresUnrestrictedAccess
      ? unrestrictedPermissions.member | unrestrictedPermissions.contact
      : 0) |
    requiredPermissions(...writes.map((area) => `${area}:write` as const));
  known.set(field, needed);
  return needed;
}

const inWords = (scopes: readonly AreaScope[]) =>
  new Intl.ListFormat('en-GB').format(scopes.map((scope) => `\`${scope}\``));

const withoutWords = (needed: readonly AreaScope[], isShown: boolean) =>
  isShown
    ? `Null with an error without ${inWords(needed)}.`
    : `Without ${inWords(needed)}, you can only select its id.`;

function describeHidden(field: AnyField, from: string): void {
  const words = `Null with an error for ${from}.`;
  field.description = [field.description, words].filter(Boolean).join(' ');
}

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType) =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);

/**
 * Adds the required scopes to the descriptions of root fields and of fields with additional areas.
 * Makes the latter nullable, so a missing scope does not null their siblings. A mutation fails
 * before it writes if the caller cannot read its result.
 */
export function describeScopes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const own = readPermissions(areasOfType(type) ?? []);
    const atRoot = isRoot(schema, type);
    for (const field of Object.values(type.getFields())) {
      const rights = permissionsForField(type, field);
      const { requiresUnrestrictedAccess } = extensionsOf(field);
      if ((rights & unrestrictedPermissions.member) !== 0 && !requiresUnrestrictedAccess)
        describeHidden(field, 'members');
      const needed = findMissingScopes(own, rights);
      if (needed.length === 0) continue;
      const isShown = !atRoot && !isReadableByWriters(type);
      const words = atRoot ? `Needs ${inWords(needed)}.` : withoutWords(needed, isShown);
      field.description = [field.description, words].filter(Boolean).join(' ');
      if (isShown && isNonNullType(field.type)) field.type = field.type.ofType;
    }
  }
}
