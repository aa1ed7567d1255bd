import type { EmailTemplate, InvoiceTemplate, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  awaitLookups,
  lookUpOrCollectErrors,
} from '../../platform/errors/collect-lookup-errors.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { InvoiceFields } from './invoice-input.ts';
import type { LineTax, TaxSelection } from './tax.ts';
import { taxLabelOf } from './tax.ts';
import type { TaxInput } from './tax-input.ts';
import { noTaxSelected } from './tax-input.ts';
import type { ResolvedAdjustments } from './tax-lookup.ts';
import { resolveTaxes, taxRuleInclude as taxRule } from './tax-lookup.ts';

type Item = InvoiceFields['items'][number];

export type ResolvedItem = Omit<Item, 'projectId' | 'projectName' | keyof TaxInput> & {
  project: { id: string; name: string } | null;
  ownTax: LineTax | null;
  /** The type of the work that the line charges. */
  type?: 'HOURS' | 'EXPENSE' | 'DELIVERABLE';
  deliverable?: { id: string; name: string } | null;
};

type BillingRow = Prisma.ClientGetPayload<{
  include: {
    contacts: true;
    defaultTaxRule: typeof taxRule;
    workspace: { include: { defaultTaxRule: typeof taxRule } };
  };
}>;

export interface ResolvedBilling {
  client: Omit<BillingRow, 'workspace'>;
  workspace: BillingRow['workspace'];
  template: InvoiceTemplate | null;
  emailTemplate: EmailTemplate | null;
  lines: ResolvedItem[];
  adjustments: ResolvedAdjustments;
  /** The tax of lines without their own tax. */
  usualTax: TaxSelection;
}

type InvoiceReferences = Pick<
  InvoiceFields,
  'clientName' | 'clientId' | 'templateName' | 'templateId' | 'items' | 'sendTo'
> &
  Pick<InvoiceFields, 'allowances' | 'charges' | keyof TaxInput>;

export const noInvoiceReferences = {
  clientName: null,
  clientId: null,
  templateName: null,
  templateId: null,
  items: [],
  allowances: null,
  charges: null,
  sendTo: null,
  ...noTaxSelected,
};

/**
 * Reports all errors together. Missing templates default to the workspace's.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function resolveBilling(
  context: Context,
  fields: InvoiceReferences,
): Promise<ResolvedBilling> {
  const { accountId, db } = context;
  const [{ clientId, items }, template, emailTemplate] = await resolveInvoiceReferences(
    context,
    fields,
  );
  const taxes = await resolveTaxes(context, { ...fields, items });
  const { workspace, ...client } = await db.client.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: clientId } },
    include: {
      contacts: { orderBy: { id: 'asc' } },
      defaultTaxRule: taxRule,
      workspace: {
        include: {
          defaultTaxRule: taxRule,
          invoiceTemplates: { where: template ? { id: template } : { isDefault: true } },
          emailTemplates: {
            where: emailTemplate ? { id: emailTemplate } : { isDefault: true, kind: 'INVOICE' },
          },
        },
      },
    },
  });
  const label = taxLabelOf(workspace);
  return {
    client,
    workspace,
    template: workspace.invoiceTemplates[0] ?? null,
    emailTemplate: workspace.emailTemplates[0] ?? null,
    lines: taxes.itemsOf(label),
    adjustments: taxes.adjustmentsOf(label),
    usualTax: taxes.usualTax,
  };
}

/**
 * Taxes are looked up only to report their errors too.
 * @throws ActionError as {@link resolveBilling}
 */
export async function resolveInvoiceReferences(context: Context, fields: InvoiceReferences) {
  const { names } = context;
  const { emailTemplateName = null, emailTemplateId = null } = fields.sendTo ?? {};
  const references = awaitLookups<
    [Awaited<ReturnType<typeof findWork>>, string | null, string | null]
  >([
    findWork(context, fields),
    resolveReference(names, 'invoiceTemplate', {
      name: fields.templateName,
      id: fields.templateId,
      nameField: 'templateName',
      idField: 'templateId',
    }),
    resolveReference(names, 'emailTemplate', {
      name: emailTemplateName,
      id: emailTemplateId,
      nameField: 'sendTo.emailTemplateName',
      idField: 'sendTo.emailTemplateId',
    }),
  ]);
  const startTaxLookups = () => [resolveTaxes(context, fields)];
  return lookUpOrCollectErrors(references, startTaxLookups);
}

/** @throws ActionError as {@link resolveBilling} */
async function findWork(context: Context, { clientId: id, clientName, items }: InvoiceReferences) {
  const { names } = context;
  const fields = { nameField: 'clientName', idField: 'clientId' };
  const client = resolveReference(names, 'client', { ...fields, name: clientName, id });
  // The name of a project needs its client. An id does not.
  const startProjectLookups = () =>
    items.map(({ projectId }, index) =>
      resolveReference(names, 'project', { id: projectId, ...projectFields(index) }),
    );
  // `validateInvoiceHeader` requires a client.
  const clientId = (await lookUpOrCollectErrors(client, startProjectLookups)) as string;
  return { clientId, items: await findProjects(context, clientId, items) };
}

const projectFields = (index: number) => ({
  nameField: `items.${index}.projectName`,
  idField: `items.${index}.projectId`,
});

async function findProjects(
  { accountId, db, names }: Context,
  clientId: string,
  items: readonly Item[],
): Promise<(Omit<Item, 'projectId' | 'projectName'> & Pick<ResolvedItem, 'project'>)[]> {
  const ids = await awaitLookups<(string | null)[]>(
    items.map(({ projectName, projectId }, index) =>
      resolveReference(names, 'project', {
        name: projectName,
        id: projectId,
        ...projectFields(index),
        parentId: clientId,
      }),
    ),
  );
  const projectIds = [...new Set(ids)].filter((id) => id !== null);
  const projects =
    projectIds.length > 0
      ? await db.project.findMany({
          where: { accountId, id: { in: projectIds } },
          select: { id: true, name: true },
        })
      : [];
  return items.map(({ projectName: _name, projectId: _id, ...item }, index) => ({
    ...item,
    project: projects.find(({ id }) => id === ids[index]) ?? null,
  }));
}
