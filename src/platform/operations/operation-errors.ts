import { ActionError } from '../errors/action-error.ts';
import type { ErrorCode } from '../errors/error-catalogue.ts';
import { idPrefixes } from '../ids/record-ids.ts';
import { hasIdReferences } from '../input/id-references.ts';
import type { BulkOperation, Named, OperationTable } from './operations.ts';

export const takesRecordId = (operation: Named): boolean =>
  operation.kind === 'record' ||
  operation.kind === 'delete' ||
  (operation.kind === 'update' && operation.hasId !== false);

export const takesVersion = (operation: Named): boolean =>
  takesRecordId(operation) ||
  operation.kind === 'update' ||
  (operation.kind === 'command' && operation.takesVersion === true);

export const isExternal = (operation: Named): boolean =>
  operation.kind === 'command' && operation.isExternal === true;

export const takesClientGeneratedId = ({ kind, record }: Named): boolean =>
  kind === 'create' && record in idPrefixes;

/** Includes the errors that kind and input imply. */
export function operationErrorCodes(operation: Named, table: OperationTable): ErrorCode[] {
  if (operation.kind === 'bulk') return operationErrorCodes(eachOf(operation, table), table);
  const { input, errors = [], secret } = operation;
  const codes = new Set<ErrorCode>(['invalid_input', ...errors]);
  if (takesRecordId(operation)) codes.add('id_missing').add('record_not_found');
  if (input && hasIdReferences(input)) codes.add('record_not_found');
  if (input && 'externalId' in input.shape) codes.add('external_id_taken');
  if (takesClientGeneratedId(operation)) codes.add('id_taken');
  if (secret) codes.add('secret_not_kept');
  if (takesVersion(operation)) codes.add('version_mismatch');
  return [...codes];
}

function eachOf({ itemOperation, name }: Named<BulkOperation>, table: OperationTable): Named {
  const operation = table.find((one) => one.name === itemOperation);
  if (!operation)
    throw new Error(`${name} names the operation ${itemOperation}, which its table lacks.`);
  return operation;
}

export const missingSecretError = (name: string) =>
  new ActionError(
    'secret_not_kept',
    `The field ${name} is a secret that was only in the first response. If you lost it, create a new one.`,
  );
