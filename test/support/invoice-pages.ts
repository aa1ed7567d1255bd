import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/** An invoice, with where its page is below the service's own URL. */
export async function invoiceWithPage(workspace: TestWorkspace, body: object) {
  const invoice = await created(workspace, 'invoices/create', body);
  return { ...invoice, path: new URL(invoice.viewOnlineUrl).pathname };
}

/** Opens pages as a customer from an address of their own, since wrong links are counted by address. */
export function useCustomer(api: TestApi) {
  return async (path: string, address = '203.0.113.1', init: RequestInit = {}) =>
    api.app.request(path, { ...init, headers: { 'x-forwarded-for': address, ...init.headers } });
}
