import { callerIdOf } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import type { VersionedType } from '../../platform/context/write-state.ts';
import type { Signer } from '../../platform/encryption/signer.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { hashInput } from '../../write/idempotency/input-hash.ts';

/** Proves that a preview of the same call for the same version of the record came first. */

const validMs = 600_000;

export interface WriteTarget {
  type: VersionedType;
  id: string;
  version: number;
}

interface ConfirmedCall {
  context: Context;
  signer: Signer;
  tool: string;
  input: unknown;
}

const signedText = ({ context, tool, input }: ConfirmedCall, content: string): string => {
  const { accountId, actor } = context;
  return `mcp confirmation ${accountId} ${callerIdOf(actor)} ${tool} ${hashInput(input)} ${content}`;
};

export async function createConfirmation(
  call: ConfirmedCall,
  { id, version }: WriteTarget,
): Promise<string> {
  const content = `${call.context.now.getTime() + validMs}.${id}.${version}`;
  return `${content}.${await call.signer.sign(signedText(call, content))}`;
}

/** @throws ActionError invalid_input */
export async function readConfirmation(
  call: ConfirmedCall,
  confirmation: string,
): Promise<WriteTarget> {
  const [, content = '', signature = ''] = /^(.*)\.([\w-]+)$/.exec(confirmation) ?? [];
  const [expires = '0', id = '', version = ''] = content.split('.');
  const type = recordTypeOfId(id);
  const isValid =
    type !== undefined &&
    Number(expires) > call.context.now.getTime() &&
    (await call.signer.isSignatureOf(signature, signedText(call, content)));
  if (isValid) return { type, id, version: Number(version) };
  const message = 'is not of this call, or older than ten minutes; omit it to get a new one';
  throw invalidInputError([{ path: 'confirmation', code: 'invalid_choice', message }]);
}
