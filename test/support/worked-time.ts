import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/** Work of clients of our own, to be shown and billed. */

let clients = 0;

/** The means to work for clients of the first workspace. */
export function worker(api: TestApi) {
  const ours = (): TestWorkspace => api.ours;

  /** A client with an agreed price of an hour. */
  async function newClient(more: object = {}): Promise<string> {
    clients += 1;
    const name = `Worked for ${clients}`;
    const standard = { currency: 'EUR', defaultTaxRate: 0, hourlyAmount: 90 };
    await created(ours(), 'clients/create', { name, ...standard, ...more });
    return name;
  }

  const project = (clientName: string, feeSchedule?: object, name = 'Site') =>
    created(ours(), 'projects/create', { clientName, name, feeSchedule });

  const work = (clientName: string, start: string, minutes: number, more: object = {}) =>
    created(ours(), 'timeWorked/create', {
      clientName,
      timerStart: start,
      timerEnd: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
      ...more,
    });

  const spend = (clientName: string, amount: number, more: object = {}) =>
    created(ours(), 'expenses/create', {
      ...{ clientName, amount, currency: 'EUR', reimbursable: true },
      ...more,
    });

  const approve = (clientName: string, projectName: string, deliverableName: string) =>
    created(ours(), 'deliverable/approve', { clientName, projectName, deliverableName });

  /** Deliverables of a project, the first ones approved. */
  async function delivered(clientName: string, projectName: string, names: string[], approved = 9) {
    for (const name of names) {
      await created(ours(), 'tasks/create', { clientName, projectName, name });
    }
    for (const name of names.slice(0, approved)) await approve(clientName, projectName, name);
  }

  const search = (query: Record<string, string>) => ours().get('unbilledWork/search', query);
  const bill = (clientName: string, more: object = {}) =>
    ours().post('invoices/createFromWork', { clientName, ...more });
  const preview = (clientName: string, more: Record<string, string> = {}) =>
    ours().get('invoices/previewFromWork', { clientName, ...more });

  return { approve, bill, delivered, newClient, preview, project, search, spend, work };
}

export const monday = '2026-03-02T09:00:00Z';
export const tuesday = '2026-03-03T09:00:00Z';
