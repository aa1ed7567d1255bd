import { bulkRoute } from './bulk.ts';
import { calendarEventRoutes } from './calendar-events.ts';
import { clientRoutes } from './clients.ts';
import { contactRoutes } from './contacts.ts';
import { creditNoteRoutes } from './credit-notes.ts';
import { creditRoutes } from './credits.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { deliverableRoutes } from './deliverables.ts';
import { eventRoutes } from './events.ts';
import { exchangeRateRoutes } from './exchange-rates.ts';
import { expenseRoutes } from './expenses.ts';
import { takingReferences } from './external-references.ts';
import { formSubmissionRoutes } from './form-submissions.ts';
import { invoiceRoutes } from './invoices.ts';
import { opportunityRoutes } from './opportunities.ts';
import { noticeRoutes } from './outbox-mails.ts';
import { paymentRoutes } from './payments.ts';
import { pipelineStageRoutes } from './pipeline-stages.ts';
import { projectTypeRoutes } from './project-types.ts';
import { projectRoutes } from './projects.ts';
import type { Base, Route } from './route.ts';
import { timeEntryRoutes } from './time-entries.ts';
import { vendorRoutes } from './vendors.ts';
import { workPriceRoutes } from './work-prices.ts';
import { workspaceRoutes } from './workspaces.ts';

/** Operations that do one thing for each request. */
const singleRoutes: readonly Route[] = [
  ...workspaceRoutes,
  ...customFieldRoutes,
  ...clientRoutes,
  ...contactRoutes,
  ...expenseRoutes,
  ...vendorRoutes,
  ...opportunityRoutes,
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
  ...noticeRoutes,
  ...calendarEventRoutes,
  ...exchangeRateRoutes,
  ...eventRoutes,
].map(takingReferences);

/** Every operation of the action surface. The server, the OpenAPI document and the walks all read this table. */
export const routes: readonly Route[] = [...singleRoutes, bulkRoute(singleRoutes)];

/**
 * The addresses below which the routes of a base stand; the documentation names the first. Integrations build each of
 * them (decisions, "Base paths"): some put /api in front of everything.
 */
export const basePaths = {
  action: ['/public/action', '/api/public/action', '/zapier/action', '/api/zapier/action'],
  platform: ['/public/api', '/api/public/api'],
} as const satisfies Record<Base, readonly string[]>;

/** A route's address as the documentation names it: `/public/action/clients/list`. */
export function addressOf({ base, path }: Pick<Route, 'base' | 'path'>): string {
  return `${basePaths[base][0]}/${path}`;
}
