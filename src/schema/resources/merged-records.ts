import type { FieldMap } from '@pothos/core';
import type { MergedRecord } from '../../platform/names/merged-records.ts';
import { builder } from '../core/builder.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const mergedRecord = builder.objectRef<MergedRecord>('MergedRecord').implement({
  description: 'A client or contact that was merged into another one.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that it had.' }),
    name: t.exposeString('name', { nullable: true, description: 'Its name.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Its e-mail address, in lower case.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Id that it had in another system.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The system whose id `externalId` is.',
    }),
  }),
});

export const mergedRecordsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ mergedRecords: MergedRecord[] }>(t, {
    type: [mergedRecord],
    description:
      'Records that were merged into it, latest last. Their names, ids and external ids find it.',
    from: { mergedRecords: true },
    value: ({ mergedRecords }) => mergedRecords,
  });
