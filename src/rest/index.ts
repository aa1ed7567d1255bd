import { calendarEventRoutes } from './calendar-events.ts';
import { clientRoutes } from './clients.ts';
import { contactRoutes } from './contacts.ts';
import { deliverableRoutes } from './deliverables.ts';
import { expenseRoutes } from './expenses.ts';
import { formSubmissionRoutes } from './form-submissions.ts';
import { invoiceRoutes } from './invoices.ts';
import { opportunityRoutes } from './opportunities.ts';
import { paymentRoutes } from './payments.ts';
import { pipelineStageRoutes } from './pipeline-stages.ts';
import { projectTypeRoutes } from './project-types.ts';
import { projectRoutes } from './projects.ts';
import type { Route } from './route.ts';
import { timeEntryRoutes } from './time-entries.ts';
import { vendorRoutes } from './vendors.ts';
import { workspaceRoutes } from './workspaces.ts';

/** Every operation of the action surface. The server, the OpenAPI document and the walks all read this table. */
export const routes: readonly Route[] = [
  ...workspaceRoutes,
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
  ...paymentRoutes,
  ...calendarEventRoutes,
];

/** Integrations build either form (decisions, "Base paths"). */
export const basePaths = ['/public/action', '/api/public/action'] as const;
