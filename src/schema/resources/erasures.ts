import {
  eraseClient,
  eraseClientInput,
  eraseContact,
  eraseContactInput,
} from '../../domain/erasures/erase.ts';
import type { ErasedRecords, Erasure } from '../../domain/erasures/erase-subject.ts';
import { previewErasure } from '../../domain/erasures/preview-erasure.ts';
import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { builder } from '../core/builder.ts';
import { errorTypesFor, inputArgument, runWithExpectedVersion } from '../core/mutation-inputs.ts';
import { defineMutation } from '../core/mutations.ts';
import { areaPermissions } from '../core/required-permissions.ts';

const erasureAction = builder.enumType('ErasureAction', {
  description: 'What an erasure does with records.',
  values: {
    DELETED: { description: 'They are deleted.' },
    BLANKED: { description: 'They stay, without the personal data.' },
    KEPT: { description: 'They stay as they are.' },
  } as const,
});

const records = builder.objectRef<ErasedRecords>('ErasedRecords').implement({
  description: 'Effect of an erasure on the records of one type.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    recordType: t.exposeString('model', { description: 'Record type.' }),
    action: t.expose('action', { type: erasureAction, description: 'Action on the records.' }),
    count: t.exposeInt('count', { description: 'Number of records.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason for keeping them.' }),
  }),
});

const erasure = builder.objectRef<Erasure>('Erasure').implement({
  description: 'Effects of erasing a client or contact.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Confirmation of the erasure: the client’s name, or the contact’s full name.',
    }),
    words: t.exposeStringList('words', {
      description:
        'Texts that are removed from other records if they occur as words: names, addresses and numbers of at least four characters.',
    }),
    records: t.expose('records', {
      type: [records],
      description: 'Effects by record type.',
    }),
  }),
});

const cost = { field: 1_000, multiplier: 1 };

for (const [type, erase, input] of [
  ['Client', eraseClient, eraseClientInput],
  ['Contact', eraseContact, eraseContactInput],
] as const) {
  const noun = type.toLowerCase();
  builder.queryField(`${noun}Erasure`, (t) =>
    t.field({
      type: erasure,
      description: `Preview of \`erase${type}\` for a ${noun}: what would be deleted, blanked and kept, and why. Nothing is changed. For owners only.`,
      args: { id: t.arg.id({ required: true, description: `Id of the ${noun}.` }) },
      complexity: cost,
      resolve: (_root, { id }, context) => previewErasure(context, type, { id }),
    }),
  );
  defineMutation(`erase${type}`, {
    description: `Permanently erases the personal data of a ${noun}. Data that does not have to be kept is deleted or blanked, also where other records mention it. Issued invoices keep their printed content. For owners only. See \`${noun}Erasure\` for a preview.`,
    shows: {
      erasedId: { type: 'ID', description: 'Id of the erased record.' },
      // It contains the erased names, which must not be stored.
      erasure: { type: erasure, isSecret: true, description: 'Effects of the erasure.' },
    },
    writes: permissionAreas,
    errors: errorTypesFor(true, false, true),
    args: inputArgument(input, { hasId: true }),
    resolve: async (context, { input: given }) => {
      const asked = given as never;
      const done = await runWithExpectedVersion(context, type, asked, (expectant) =>
        erase(expectant, asked),
      );
      return { erasedId: done.id, erasure: done };
    },
  });
}
