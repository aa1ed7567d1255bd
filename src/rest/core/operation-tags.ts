/** The groups of operations, in the order in which they are listed. */
export const operationTags = {
  Workspace: 'The workspace’s own identity and its users.',
  Clients: 'Companies and people the workspace works for, or hopes to.',
  Contacts: 'The people at a client.',
  Projects:
    'Work for a client, with its fee schedule, and the types and statuses that projects have.',
  Deliverables: 'What a project delivers, and the client’s approval of it.',
  Time: 'Hours worked on deliverables.',
  Expenses: 'Money spent, billable to a client or not, and the vendors it went to.',
  Invoices:
    'Invoices with their lines and taxes, the templates they are made from, and the payments they received.',
  Opportunities: 'The sales pipeline and its stages.',
  Forms: 'Leads that forms brought in.',
  Calendar: 'Events in the users’ calendars.',
  Events: 'What became of records, in its order, for who asks again and again.',
  Bulk: 'Many creates or updates of one kind in one request.',
} as const;

export type OperationTag = keyof typeof operationTags;
