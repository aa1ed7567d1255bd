import type { GraphQLInputObjectType, GraphQLInputType, GraphQLObjectType } from 'graphql';
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { z } from 'zod';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { permissionsForField } from '../../schema/core/required-permissions.ts';
import { schema } from '../../schema/index.ts';
import { defaultSelection, findRecordType } from '../record-types.ts';
import { defineTool, readOnly } from '../tool.ts';
import { typeField } from './type-input.ts';

const mutationType = schema.getMutationType() as GraphQLObjectType;

function inputOfMutation(name: string, permissions: Permissions) {
  const mutation = mutationType.getFields()[name];
  if (!mutation || (permissionsForField(mutationType, mutation) & ~permissions) !== 0)
    return undefined;
  const input = mutation.args.find((arg) => arg.name === 'input');
  const type = input && getNamedType(input.type);
  return isInputObjectType(type) ? type : undefined;
}

/** Values of enumerations, and operators of filters. */
function valuesOf(type: GraphQLInputType): string[] | undefined {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues().map(({ name }) => name);
  return isInputObjectType(named) && named.name.endsWith('Filter')
    ? Object.keys(named.getFields())
    : undefined;
}

class TypeDescription {
  readonly types: Record<string, readonly string[]> = {};

  /** Fields with their types. The types with values are described once. */
  fields(type: GraphQLInputObjectType | undefined): Record<string, string> | undefined {
    if (!type) return undefined;
    const fields = Object.values(type.getFields()).filter(
      ({ deprecationReason }) => !deprecationReason,
    );
    for (const field of fields) this.#describe(field.type);
    return Object.fromEntries(fields.map((field) => [field.name, String(field.type)]));
  }

  #describe(type: GraphQLInputType): void {
    const named = getNamedType(type);
    const values = valuesOf(named);
    if (values === undefined || named.name in this.types) return;
    this.types[named.name] = values;
    if (isInputObjectType(named))
      for (const field of Object.values(named.getFields())) this.#describe(field.type);
  }
}

export const describeType = defineTool({
  name: 'describe_type',
  title: 'Describe a record type',
  description: 'Returns the fields to create, update, filter and order records of a type.',
  annotations: readOnly,
  hint: 'The fields that are missing here are those of GraphQL.',
  inputFor: (permissions) => {
    const type = typeField(permissions);
    return type && z.object({ type });
  },
  run: async ({ context }, { type }) => {
    const permissions = callerPermissions(context);
    const recordType = findRecordType(type);
    const description = new TypeDescription();
    return {
      summary: `Fields of ${type}. ! means required.`,
      facts: {
        fields: defaultSelection(recordType, permissions),
        create: description.fields(inputOfMutation(`create${type}`, permissions)),
        update: description.fields(inputOfMutation(`update${type}`, permissions)),
        where: description.fields(recordType.where),
        orderBy: Object.keys(recordType.orderBy.getFields()),
        types: description.types,
      },
    };
  },
});
