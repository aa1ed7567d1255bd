import { defineBulkRoute } from './core/bulk-routes.ts';
import { documentedRecordsOf } from './core/documented-records.ts';
import { acceptExternalIds } from './core/external-id-inputs.ts';
import type { Route } from './core/route.ts';
import { agreementRoutes } from './resources/agreements.ts';
import { attachmentRoutes } from './resources/attachments.ts';
import { calendarEventRoutes } from './resources/calendar-events.ts';
import { clientRoutes } from './resources/clients.ts';
import { contactRoutes } from './resources/contacts.ts';
import { creditNoteRoutes } from './resources/credit-notes.ts';
import { creditRoutes } from './resources/credits.ts';
import { customFieldRoutes } from './resources/custom-fields.ts';
import { deliverableRoutes } from './resources/deliverables.ts';
import { eventRoutes } from './resources/events.ts';
import { exchangeRateRoutes } from './resources/exchange-rates.ts';
import { expenseRoutes } from './resources/expenses.ts';
import { formSubmissionRoutes } from './resources/form-submissions.ts';
import { invoiceRoutes } from './resources/invoices.ts';
import { opportunityRoutes } from './resources/opportunities.ts';
import { outboxMailRoutes } from './resources/outbox-mails.ts';
import { paymentRoutes } from './resources/payments.ts';
import { pipelineStageRoutes } from './resources/pipeline-stages.ts';
import { projectTypeRoutes } from './resources/project-types.ts';
import { projectRoutes, projectWithClient } from './resources/projects.ts';
import { defineRestHookRoutes } from './resources/rest-hooks.ts';
import { searchRoutes } from './resources/searches.ts';
import { commentedTicket, ticketRoutes } from './resources/tickets.ts';
import { timeEntryRoutes } from './resources/time-entries.ts';
import { vendorRoutes } from './resources/vendors.ts';
import { endpointWithoutSecret, webhookRoutes } from './resources/webhooks.ts';
import { workPriceRoutes } from './resources/work-prices.ts';
import { workspaceRoutes } from './resources/workspaces.ts';

const resourceRoutes: readonly Route[] = [
  ...workspaceRoutes,
  ...customFieldRoutes,
  ...clientRoutes,
  ...contactRoutes,
  ...expenseRoutes,
  ...vendorRoutes,
  ...opportunityRoutes,
  ...agreementRoutes,
  ...pipelineStageRoutes,
  ...formSubmissionRoutes,
  ...projectRoutes,
  ...projectTypeRoutes,
  ...deliverableRoutes,
  ...timeEntryRoutes,
  ...invoiceRoutes,
  ...workPriceRoutes,
  ...paymentRoutes,
  ...creditNoteRoutes,
  ...creditRoutes,
  ...outboxMailRoutes,
  ...calendarEventRoutes,
  ...exchangeRateRoutes,
  ...attachmentRoutes,
  ...eventRoutes,
  ...searchRoutes,
  ...ticketRoutes,
  ...webhookRoutes,
];

/** The records in deliveries of webhooks, by model. */
export const documentedRecords = documentedRecordsOf(resourceRoutes, {
  Project: projectWithClient,
  Ticket: commentedTicket,
  WebhookEndpoint: endpointWithoutSecret,
});

/** All routes except bulk. */
const singleRoutes = [...resourceRoutes, ...defineRestHookRoutes(documentedRecords)].map(
  acceptExternalIds,
);

export const routes: readonly Route[] = [...singleRoutes, defineBulkRoute(singleRoutes)];
