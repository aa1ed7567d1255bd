import type { GraphQLError, GraphQLObjectType } from 'graphql';
import { isNonNullType, isObjectType, locatedError } from 'graphql';
import { permissionErrorFor } from '../../platform/permissions/permissions.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import { isRecordType } from '../core/declared-fields.ts';
import { permissionsForFilter } from '../core/filter-permissions.ts';
import { permissionsForField } from '../core/required-permissions.ts';
import type { Operation } from './operation.ts';
import type { FieldDenial } from './plan-collector.ts';
import type { AnyField, FieldNodes, SelectedField } from './selected-field.ts';
import { collectFields } from './selection.ts';

export const nestedOperation = (operation: Operation, ...names: readonly string[]): Operation => ({
  ...operation,
  path: [...operation.path, ...names],
});

const isMutation = ({ definition }: Operation) => definition.operation === 'mutation';

/** The writer of a record may see its key. */
export const isKeyOnlySelection = (
  type: GraphQLObjectType,
  nodes: FieldNodes,
  operation: Operation,
): boolean =>
  collectFields(type, nodes, operation).every(({ field }) => !field || field.name === 'id');

const isWrittenRecordKey = (type: unknown, nodes: FieldNodes, operation: Operation): boolean =>
  isMutation(operation) &&
  isObjectType(type) &&
  isRecordType(type) &&
  isKeyOnlySelection(type, nodes, operation);

/**
 * Whether a field is null for lack of permissions. `resultType` is the record type of a payload field.
 * @throws GraphQLError at the field if it cannot be null; for mutations always, before execution
 */
export function isFieldDenied(
  type: GraphQLObjectType,
  { name, nodes }: Pick<SelectedField, 'name' | 'nodes'>,
  field: AnyField,
  operation: Operation,
  resultType?: unknown,
): boolean {
  const error = permissionErrorFor(operation.permissions, permissionsForField(type, field));
  if (error === undefined) return false;
  if (resultType !== undefined && isWrittenRecordKey(resultType, nodes, operation)) return false;
  const { path } = nestedOperation(operation, name);
  if (isMutation(operation) || isNonNullType(field.type)) throw locatedError(error, nodes, path);
  operation.collector.addDenial({ path, nodes, error });
  return true;
}

/**
 * Filters and orders must not reveal unreadable columns.
 * @throws GraphQLError at the list
 */
export function requireFilterPermissions(
  { permissions, path }: Pick<Operation, 'permissions' | 'path'>,
  list: { model: string } & FilterAndOrder,
  nodes: FieldNodes,
): void {
  const error = permissionErrorFor(permissions, permissionsForFilter(list));
  if (error) throw locatedError(error, nodes, path);
}

/** One error per null of a denied field in the response. */
export function locatePermissionErrors(
  denials: readonly FieldDenial[],
  root: string,
  json: string,
): GraphQLError[] {
  if (denials.length === 0) return [];
  const value: unknown = JSON.parse(json);
  return denials.flatMap(({ path: [, ...names], nodes, error }) =>
    nullPathsOf(value, names, [root]).map((nullPath) => locatedError(error, nodes, nullPath)),
  );
}

type ResponsePath = readonly (string | number)[];

/** The paths of nulls, through all lists. */
function nullPathsOf(
  value: unknown,
  [name, ...rest]: readonly string[],
  prefix: ResponsePath,
): ResponsePath[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      nullPathsOf(entry, name === undefined ? rest : [name, ...rest], [...prefix, index]),
    );
  }
  if (name === undefined) return value === null ? [prefix] : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return nullPathsOf((value as Record<string, unknown>)[name], rest, [...prefix, name]);
}
