import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { LeadInfo } from '../lead-info/fields.ts';
import { insertOpportunity } from '../opportunities/create.ts';
import { resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { createFormSubmissionInput } from './fields.ts';
import { leadFullName, resolveLeadClient, truncateName } from './lead-matching.ts';

/**
 * Also creates an opportunity, and a missing form, client or contact (spec part 4, "formSubmissions/create").
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export function createFormSubmission(
  context: Context,
  input: InputOf<typeof createFormSubmissionInput>,
): Promise<InsertedRow<'FormSubmission'>> {
  return write(context, async (tx) => {
    const fields = await parseOrCollectErrors(
      () => parseInput(createFormSubmissionInput, input, validateNotEmpty),
      (rest) => [
        resolveStage(tx, rest),
        rest.formId && ensureForm(tx, rest.formName ?? null, rest.formId),
      ],
    );
    const { formName, formId, pipelineStageName: _label, pipelineStageId: _id, ...rest } = fields;
    const { notes, ...lead } = rest;
    const stage = await lookUpOrCollectErrors(resolveStage(tx, fields), () => [
      formId && ensureForm(tx, formName, formId),
    ]);
    const id = newRecordId(tx, 'FormSubmission');
    const form = await ensureForm(tx, formName, formId);
    const leadClient = await resolveLeadClient(tx, lead, `Unnamed lead ${id.slice(-12)}`);
    const { archivedName, ...references } = leadClient;
    const opportunity = insertOpportunity(tx, stage, {
      name: opportunityName(lead, form.name),
      description: describeOpportunity(notes, archivedName !== null),
      clientId: references.clientId,
      leadInfo: lead,
    });
    return tx.insert('FormSubmission', {
      ...references,
      id,
      formId: form.id,
      opportunityId: opportunity.id,
      submittedAt: tx.now,
      formData: lead as Prisma.InputJsonObject,
      notes,
    });
  });
}

const resolveStage = (
  tx: Context,
  reference: Partial<z.output<typeof createFormSubmissionInput>>,
) =>
  resolvePipelineStage(tx, {
    name: reference.pipelineStageName ?? null,
    id: reference.pipelineStageId ?? null,
    nameField: 'pipelineStageName',
    idField: 'pipelineStageId',
  });

const maxDescriptionLength = 20_000;

/** Long notes are cut in the opportunity. The submission contains them completely. */
function describeOpportunity(notes: string | null, isArchived: boolean): string | null {
  if (!isArchived) return notes;
  // Readers of the pipeline may lack access to the client's name.
  const archivedText = 'The client is archived.';
  if (notes === null) return archivedText;
  return `${notes.slice(0, maxDescriptionLength - archivedText.length - 2).toWellFormed()}\n\n${archivedText}`;
}

function validateNotEmpty(fields: object): FieldError[] {
  const isPresent = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  const isComplete = Object.keys(createFormSubmissionInput.shape).every((name) => name in fields);
  if (!isComplete || Object.values(fields).some(isPresent)) return [];
  return [{ path: 'formName', code: 'required', message: 'is required without the other fields' }];
}

const defaultFormName = 'Website';

/** An unknown name creates a form. */
async function ensureForm(
  tx: WriteContext,
  formName: string | null,
  id: string | null,
): Promise<{ id: string; name: string }> {
  const { accountId, db } = tx;
  const name = formName ?? (id === null ? defaultFormName : null);
  const reference = { name, id, nameField: 'formName', idField: 'formId' };
  const formId = (await tx.ensure('form', reference)) as string;
  if (name !== null) return { id: formId, name };
  return db.form.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: formId } },
    select: { id: true, name: true },
  });
}

function opportunityName(lead: LeadInfo, formName: string): string {
  const leadName = leadFullName(lead) ?? lead.businessName ?? lead.email ?? lead.phone;
  return truncateName(leadName === null ? formName : `${leadName} – ${formName}`);
}
