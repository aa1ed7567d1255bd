import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, required } from '../../platform/input/fields.ts';

export const accountPathInput = inputObject('AccountPath', 'Whose identity to read.', {
  accountId: required(integer({ min: 1 }), 'The workspace; must be the key’s own.'),
});

/**
 * Spec part 4, "account/{accountId}".
 * @throws ActionError wrong_workspace
 */
export function requireOwnWorkspace(
  { accountId }: Pick<Context, 'accountId'>,
  input: InputOf<typeof accountPathInput>,
): void {
  const parsed = accountPathInput.safeParse(input);
  if (parsed.success && parsed.data.accountId === accountId) return;
  throw new ActionError(
    'wrong_workspace',
    `This key belongs to workspace ${accountId} and cannot read another workspace.`,
  );
}
