import { z } from 'zod';
import { text } from '../../platform/input/field-types.ts';
import { required } from '../../platform/input/fields.ts';
import { findRecordType, fullSelection } from '../record-types.ts';
import { findRecord } from '../references.ts';
import { defineTool, readOnly } from '../tool.ts';
import { typeField } from './type-input.ts';

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a record',
  description: 'Returns a record with its parts and the first records that belong to it.',
  annotations: readOnly,
  hint: 'list_records returns the records that belong to it; fields limits their values.',
  inputFor: (permissions) => {
    const type = typeField(permissions);
    return (
      type &&
      z.object({
        type,
        id: required(text(), 'Id, number, exact name, or ext:source:id.'),
      })
    );
  },
  run: async (call, { type, id }) => {
    const { recordField, type: objectType } = findRecordType(type);
    const found = await findRecord(call, type, id, 'id');
    const selection = fullSelection(objectType, call.access.permissions);
    const { [recordField]: record } = await call.query(
      `query($id: ID!) { ${recordField}(id: $id) { ${selection} } }`,
      { id: found.id },
    );
    return {
      summary: `${type} ${found.id}`,
      facts: { type, ...(record as object) },
    };
  },
});
