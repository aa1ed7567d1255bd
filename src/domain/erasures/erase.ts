import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import { write } from '../../write/write.ts';
import { requireOwner } from '../workspaces/owner-check.ts';
import type { Erasure, ErasureSubjectType } from './erase-subject.ts';
import { eraseSubject, findSubject } from './erase-subject.ts';

const confirmName = required(
  text(),
  'Its name, exactly as the dry run tells it: erasing cannot be undone.',
);

export const eraseClientInput = inputObject('EraseClient', 'The client whose data are erased.', {
  confirmName,
});

export const eraseContactInput = inputObject('EraseContact', 'The contact whose data are erased.', {
  confirmName,
});

/**
 * Deletes or blanks the records of a client, and redacts other texts. Issued invoices keep their printed content.
 * @throws ActionError id_missing, record_not_found, invalid_input, missing_scope, not_for_role; conflicting_state if
 * one of its mails is being sent
 */
export const eraseClient = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof eraseClientInput>,
): Promise<Erasure> => erase(context, 'Client', input);

/** @throws as {@link eraseClient} */
export const eraseContact = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof eraseContactInput>,
): Promise<Erasure> => erase(context, 'Contact', input);

async function erase(
  context: Context,
  type: ErasureSubjectType,
  input: { id?: unknown } & InputOf<typeof eraseClientInput>,
): Promise<Erasure> {
  const id = requireId(input);
  const { confirmName: confirmedName } = parseInput(eraseClientInput, input);
  return write(context, async (tx) => {
    const subject = await findSubject(tx, type, id);
    requireOwner(context, 'erases the personal data of a client or contact');
    if (toSingleLine(subject.name) !== confirmedName) {
      const message = `must be the name as it is, "${subject.name}"`;
      throw invalidInputError([{ path: 'confirmName', code: 'not_confirmed', message }]);
    }
    return eraseSubject(tx, subject);
  });
}
