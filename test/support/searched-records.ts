import type { TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/** One record of each type that a search finds by the word, and its field. */
export const fieldsWithWord = {
  CLIENT: 'name',
  CONTACT: 'name',
  PROJECT: 'name',
  DELIVERABLE: 'description',
  INVOICE: 'description',
  EXPENSE: 'description',
  OPPORTUNITY: 'name',
  TICKET: 'subject',
  FORM_SUBMISSION: 'notes',
} as const;

export async function addRecordsWithWord(workspace: TestWorkspace, word: string): Promise<void> {
  const clientName = `${word} Works`;
  await created(workspace, 'clients/create', { name: clientName });
  const email = 'grace@hopper.example';
  await created(workspace, 'contacts/create', { clientName, first: word, last: 'Hopper', email });
  const project = { clientName, name: `${word} site` };
  await created(workspace, 'projects/create', project);
  await created(workspace, 'tasks/create', {
    ...{ clientName, projectName: project.name },
    ...{ name: 'Logo', description: `For ${word}` },
  });
  await created(workspace, 'invoices/create', {
    ...{ clientName, description: `Work for ${word}` },
    items: [{ description: 'Work', quantity: 1, rate: 10 }],
  });
  await created(workspace, 'expenses/create', {
    ...{ amount: 5, currency: 'EUR', description: `Crates of ${word}` },
  });
  await created(workspace, 'opportunities/create', { name: `${word} deal`, statusLabel: 'New' });
  await created(workspace, 'tickets/create', { userEmail: email, subject: `A ${word} is missing` });
  await created(workspace, 'formSubmissions/create', {
    ...{ firstName: 'Alan', lastName: 'Turing', email: 'alan@turing.example' },
    notes: `Wants a ${word}`,
  });
}
