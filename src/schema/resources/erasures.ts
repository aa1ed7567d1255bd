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
import { errorTypesFor, inputArgument, runWithExpectedVersion } from '../core/command-mutations.ts';
import { defineMutation } from '../core/mutations.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** What of a client or a contact is erased: told before, and done. */

const erasureAction = builder.enumType('ErasureAction', {
  description: 'What erasing does with records.',
  values: {
    DELETED: { description: 'They are deleted.' },
    BLANKED: { description: 'They stay, without what they say of whom was erased.' },
    KEPT: { description: 'They stay as they are.' },
  } as const,
});

const records = builder.objectRef<ErasedRecords>('ErasedRecords').implement({
  description: 'What erasing does with the records of one type.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    recordType: t.exposeString('model', { description: 'The type of the records.' }),
    action: t.expose('action', { type: erasureAction, description: 'What is done with them.' }),
    count: t.exposeInt('count', { description: 'How many they are.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why something stays.' }),
  }),
});

const erasure = builder.objectRef<Erasure>('Erasure').implement({
  description: 'What erasing a client or a contact does.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'By which the erasure is confirmed: the client’s name, or the contact’s full name.',
    }),
    words: t.exposeStringList('words', {
      description:
        'What is looked for in other records, and taken out of them where it stands as a word: names, addresses and numbers. What has fewer than four letters is not.',
    }),
    records: t.expose('records', {
      type: [records],
      description: 'What is done with records, type by type.',
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
      description: `What \`erase${type}\` would do with a ${noun}: what would be deleted or blanked, what would stay, and why. Nothing is changed. For owners only.`,
      args: { id: t.arg.id({ required: true, description: `Id of the ${noun}.` }) },
      complexity: cost,
      resolve: (_root, { id }, context) => previewErasure(context, type, { id }),
    }),
  );
  defineMutation(`erase${type}`, {
    description: `Erases what is known of a ${noun}, for good: what need not be kept is deleted or blanked, in other records that mention it as well. Invoices that were issued keep what was printed on them. For owners only; \`${noun}Erasure\` tells before what would be done.`,
    shows: {
      erasedId: { type: 'ID', description: 'The id of whom was erased.' },
      // It names whom it erased, which is kept nowhere.
      erasure: { type: erasure, isSecret: true, description: 'What was done.' },
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
