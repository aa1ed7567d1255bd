import type { GraphQLInputField, GraphQLNamedInputType } from 'graphql';
import { getNamedType, isEnumType, isInputObjectType, isScalarType } from 'graphql';
import { z } from 'zod';
import { defaultSelection, findRecordType } from '../record-types.ts';
import { defineTool, readOnly } from '../tool.ts';
import { findRecordInput } from '../writes/record-tools.ts';
import { typeField } from './type-input.ts';

/** Values of enumerations, and operators of filters. */
function valuesOf(named: GraphQLNamedInputType): string[] | undefined {
  if (isEnumType(named)) return named.getValues().map(({ name }) => name);
  return isInputObjectType(named) && named.name.endsWith('Filter')
    ? Object.keys(named.getFields())
    : undefined;
}

type Fields = Record<string, string>;

class TypeDescription {
  /** Values of enumerations, operators of filters, and fields of nested inputs. */
  readonly types: Record<string, readonly string[] | Fields> = {};

  /** Fields with their types. The types are described once. */
  fields(inputFields: Record<string, GraphQLInputField> | undefined): Fields | undefined {
    if (!inputFields) return undefined;
    const fields = Object.values(inputFields).filter(({ deprecationReason }) => !deprecationReason);
    for (const field of fields) this.#describe(getNamedType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, String(field.type)]));
  }

  #describe(type: GraphQLNamedInputType): void {
    // describe_type returns the conditions of a related type.
    if (isScalarType(type) || type.name in this.types || type.name.endsWith('Where')) return;
    this.types[type.name] = valuesOf(type) ?? [];
    if (!isInputObjectType(type)) return;
    const fields = this.fields(type.getFields());
    if (fields && !valuesOf(type)) this.types[type.name] = fields;
  }
}

export const describeType = defineTool({
  name: 'describe_type',
  title: 'Describe a record type',
  description: 'Returns the fields to create, update, filter and order records of a type.',
  annotations: readOnly,
  hint: 'A call with an unknown field returns the known fields.',
  inputFor: (permissions) => {
    const type = typeField(permissions);
    return type && z.object({ type });
  },
  run: async ({ access }, { type }) => {
    const recordType = findRecordType(type);
    const description = new TypeDescription();
    return {
      summary: `Fields of ${type}. ! means required.`,
      facts: {
        fields: defaultSelection(recordType, access.permissions),
        create: description.fields(findRecordInput('create_record', type, access)),
        update: description.fields(findRecordInput('update_record', type, access)),
        where: description.fields(recordType.where.getFields()),
        orderBy: Object.keys(description.fields(recordType.orderBy.getFields()) ?? {}),
        types: description.types,
      },
    };
  },
});
