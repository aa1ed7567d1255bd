/** In the order of the documentation. */
export const operationTags = {
  Workspace: 'The workspace and its users.',
  Clients: 'Clients and prospects.',
  Contacts: 'Contacts of clients.',
  Projects: 'Projects with fee schedules, project types and statuses.',
  Deliverables: 'Deliverables of projects and their approval by the client.',
  Time: 'Tracked time.',
  Expenses: 'Expenses, billable or not, and vendors.',
  Invoices: 'Invoices with lines and taxes, templates, and payments.',
  Opportunities: 'Sales pipeline with its stages and opportunities.',
  Forms: 'Leads from forms.',
  Tickets: 'Support tickets and their comments.',
  Calendar: 'Calendar events of users.',
  Webhooks: 'Events that are sent to your URLs.',
  Attachments: 'Files that are attached to records.',
  Search: 'One search over all records.',
  Events: 'Every change to your records, in order, for polling.',
  Bulk: 'Many creates or updates in one request.',
} as const;

export type OperationTag = keyof typeof operationTags;
