import './api-keys.ts';
import './calendar-events.ts';
import './clients.ts';
import './contacts.ts';
import './custom-fields.ts';
import './deliverables.ts';
import './expenses.ts';
import './figures.ts';
import './form-submissions.ts';
import './invoices.ts';
import './mutations/index.ts';
import './opportunities.ts';
import './outbox-mails.ts';
import './payments.ts';
import './pipeline-stages.ts';
import './project-templates.ts';
import './project-types.ts';
import './projects.ts';
import './record-changes.ts';
import './tax-rules.ts';
import './templates.ts';
import './time-entries.ts';
import './users.ts';
import './vendors.ts';
import './workspaces.ts';
import { builder } from './builder.ts';

/** The whole schema. */
export const schema = builder.toSchema();
