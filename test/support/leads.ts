import { expect } from 'vitest';
import type { TestApi, TestWorkspace } from './api.ts';

/** A lead with every field. */
export const lead = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada@Lovelace.example',
  phone: '+44 20 7946 0000',
  role: 'Founder',
  businessName: 'Lovelace Analytics',
  website: 'https://lovelace.example',
  address1: '12 St James’s Square',
  address2: 'Back door',
  city: 'London',
  locality: 'Greater London',
  postal: 'SW1Y 4JH',
  country: 'United Kingdom',
  taxId: 'GB123',
  sourceUrl: 'https://studio.example/contact?utm_source=newsletter',
  leadSource: 'Newsletter',
  answers: [
    { id: '1', fieldKey: 'budget', fieldType: 'TEXT', question: 'Budget?', answer: '10k' },
    { question: 'Which?', answer: ['web', { other: true }] },
  ],
};

/** What a workspace has after its submissions. */
export async function recordsOf({ database: { prisma } }: TestApi, { accountId }: TestWorkspace) {
  const where = { accountId };
  const orderBy = { id: 'asc' } as const;
  return {
    clients: await prisma.client.findMany({ where, orderBy }),
    contacts: await prisma.contact.findMany({ where, orderBy }),
    opportunities: await prisma.opportunity.findMany({
      where,
      orderBy,
      include: { stage: { select: { label: true } } },
    }),
    submissions: await prisma.formSubmission.findMany({ where, orderBy }),
    forms: await prisma.form.findMany({ where, orderBy }),
  };
}

/** Submits a form, successfully. */
export async function submit(workspace: TestWorkspace, fields: Record<string, unknown>) {
  const answer = await workspace.post('formSubmissions/create', { formName: 'Contact', ...fields });
  expect(answer.status).toBe(200);
  return answer.body;
}
