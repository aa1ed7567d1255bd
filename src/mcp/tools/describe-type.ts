import type { GraphQLInputObjectType } from 'graphql';
import { z } from 'zod';
import { findRecordType } from '../record-types.ts';
import { defineTool, readOnly } from '../tool.ts';
import { typeField } from './type-input.ts';

const fieldTypes = (type: GraphQLInputObjectType) =>
  Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, String(field.type)]),
  );

export const describeType = defineTool({
  name: 'describe_type',
  title: 'Describe a record type',
  description: 'Returns the fields to create, update, filter and order records of a type.',
  annotations: readOnly,
  inputFor: (permissions) => {
    const type = typeField(permissions);
    return type && z.object({ type });
  },
  run: async (_, { type }) => {
    const { where, orderBy } = findRecordType(type);
    return {
      summary: `Fields of ${type}`,
      facts: { where: fieldTypes(where), orderBy: Object.keys(orderBy.getFields()) },
    };
  },
});
