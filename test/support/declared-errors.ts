import { domainServices } from '../../src/mail/index.ts';
import type { Services } from '../../src/platform/context/context.ts';
import { operationErrorCodes } from '../../src/platform/operations/operation-errors.ts';
import { routes } from '../../src/rest/index.ts';
import { operationTables } from './declared-operations.ts';

/** Whether operations declare `e_invoice_incomplete`, by their names in the audit log. */
const declaresIncomplete = new Map<string, boolean>([
  ...operationTables.flatMap((table) =>
    table.map((operation): [string, boolean] => [
      operation.name,
      operationErrorCodes(operation, table).includes('e_invoice_incomplete'),
    ]),
  ),
  ...routes.map(({ errors, method, path }): [string, boolean] => [
    `${method} ${path}`,
    errors.includes('e_invoice_incomplete'),
  ]),
]);

const { prepareEInvoice } = domainServices;

const prepareIfDeclared: Services['prepareEInvoice'] = async (tx, invoice, isRequired) => {
  const { operation } = tx.origin;
  if (isRequired && declaresIncomplete.get(operation) === false)
    throw new Error(`${operation} can find an e-invoice incomplete, and declares no such error.`);
  return prepareEInvoice(tx, invoice, isRequired);
};

/**
 * In all tests, an operation that requires an e-invoice has to declare the error of an incomplete one, whether the client
 * of the test receives e-invoices or not.
 */
export function rejectUndeclaredEInvoiceErrors(): void {
  domainServices.prepareEInvoice = prepareIfDeclared;
}
