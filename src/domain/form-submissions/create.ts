import type { z } from 'zod';
import type { FormSubmission, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { resolveOrCreateReference } from '../../write/find-or-create-by-name.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import type { LeadInfo } from '../lead-info/fields.ts';
import { insertOpportunity } from '../opportunities/create.ts';
import { resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { createFormSubmissionInput } from './fields.ts';
import { leadFullName, resolveLeadClient, truncateName } from './lead-matching.ts';

/**
 * Takes a lead in: the submission and an opportunity in the pipeline, at the client it belongs to, with form, client and
 * contact made where they are missing (decisions, "formSubmissions/create"; {@link resolveLeadClient} says which
 * client). All of it or nothing, in one transaction; everything that was sent is kept in `formData` and `notes`.
 * @throws ActionError invalid_input, name_not_found for an unknown stage, record_not_found
 */
export async function createFormSubmission(
  context: Context,
  input: InputOf<typeof createFormSubmissionInput>,
): Promise<FormSubmission> {
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
  const fields = await parseOrCollectErrors(
    () => parseInput(createFormSubmissionInput, input, validateNotEmpty),
    (rest) => [
      resolveStage(context, rest),
      rest.formId && ensureForm(context, rest.formName ?? null, rest.formId),
    ],
  );
  const {
    formName: name,
    formId,
    pipelineStageName: _label,
    pipelineStageId: _stage,
    ...rest
  } = fields;
  const { notes, ...lead } = rest;
  return inTransaction(context, async (tx) => {
    const stage = await lookUpOrCollectErrors(resolveStage(tx, fields), () => [
      formId && ensureForm(tx, name, formId),
    ]);
    const id = newRecordId(tx, 'FormSubmission');
    const form = await ensureForm(tx, name, formId);
    const leadClient = await resolveLeadClient(tx, lead, `Unnamed lead ${id.slice(-12)}`);
    const { archivedName, ...references } = leadClient;
    const opportunity = await insertOpportunity(tx, stage, {
      name: opportunityName(lead, form.name),
      description: describeOpportunity(notes, archivedName !== null),
      clientId: references.clientId,
      leadInfo: lead,
    });
    return tx.db.formSubmission.create({
      data: {
        ...references,
        accountId: tx.accountId,
        id,
        formId: form.id,
        opportunityId: opportunity.id,
        submittedAt: tx.now,
        formData: lead as Prisma.InputJsonObject,
        notes,
      },
    });
  });
}

/** Most characters that a description has. */
const maxDescriptionLength = 20_000;

/**
 * What the pipeline entry says: the notes, and that the client is archived, which stays so (decisions, "archive"). Notes
 * that leave no room for it are cut; the submission keeps all of them.
 */
function describeOpportunity(notes: string | null, isArchived: boolean): string | null {
  if (!isArchived) return notes;
  // Without its name: who reads the pipeline need not be one who may read clients.
  const archivedText = 'The client is archived.';
  if (notes === null) return archivedText;
  return `${notes.slice(0, maxDescriptionLength - archivedText.length - 2).toWellFormed()}\n\n${archivedText}`;
}

/** A submission in which nothing was submitted is a mistake of the caller, not a lead. */
function validateNotEmpty(fields: object): FieldError[] {
  const isPresent = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  const isComplete = Object.keys(createFormSubmissionInput.shape).every((name) => name in fields);
  if (!isComplete || Object.values(fields).some(isPresent)) return [];
  return [{ path: 'formName', code: 'required', message: 'is required without the other fields' }];
}

/** The form of leads that do not say which (decisions, "formSubmissions/create"). */
const defaultFormName = 'Website';

/** A lead is never refused for an unknown formName: the form is registered (decisions, "formSubmissions/create"). */
async function ensureForm(
  context: Context,
  formName: string | null,
  id: string | null,
): Promise<{ id: string; name: string }> {
  const { accountId, db } = context;
  const name = formName ?? (id === null ? defaultFormName : null);
  const reference = { name, id, nameField: 'formName', idField: 'formId' };
  const form = await resolveOrCreateReference(context, 'form', reference, (missing) =>
    db.form.createMany({
      data: missing.map((entry) => ({ accountId, id: newId('Form'), name: entry.name })),
      skipDuplicates: true,
    }),
  );
  const formId = form as string;
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
