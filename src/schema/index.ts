import './resources/api-keys.ts';
import './resources/calendar-events.ts';
import './resources/clients.ts';
import './resources/contacts.ts';
import './resources/custom-fields.ts';
import './resources/deliverables.ts';
import './resources/expenses.ts';
import './resources/figures.ts';
import './resources/form-submissions.ts';
import './resources/invoice-events.ts';
import './resources/invoices.ts';
import './resources/invoice-actions.ts';
import './resources/limits.ts';
import './resources/opportunities.ts';
import './resources/outbox-mails.ts';
import './resources/payments.ts';
import './resources/pipeline-stages.ts';
import './resources/project-templates.ts';
import './resources/project-types.ts';
import './resources/projects.ts';
import './resources/record-changes.ts';
import './resources/tax-rules.ts';
import './resources/templates.ts';
import './resources/time-entries.ts';
import './resources/totals-explanation.ts';
import './resources/users.ts';
import './resources/vendors.ts';
import './resources/workspace-logos.ts';
import './resources/workspaces.ts';
import { checkDeclarations } from './plans/declarations.ts';
import { builder } from './vocabulary/builder.ts';

/** The whole schema. */
export const schema = builder.toSchema();

checkDeclarations(schema);
