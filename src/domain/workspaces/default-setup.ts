import { defaultMailText } from '../../locales/mail-texts.ts';
import { newId } from '../../platform/ids/record-ids.ts';

/** The default records of a new workspace, except the owner. */
export function buildDefaultSetup(accountId: number) {
  const projectTypeId = newId('ProjectType');
  return {
    pipelineStages: pipeline.map((stage, index) => ({
      ...stage,
      accountId,
      id: newId('PipelineStage'),
      position: index + 1,
    })),
    projectType: {
      accountId,
      id: projectTypeId,
      name: 'Standard project',
      isDefaultProjectType: true,
    },
    taskStages: statuses.map((status, index) => ({
      ...status,
      accountId,
      id: newId('TaskStage'),
      projectTypeId,
      position: index + 1,
    })),
    invoiceTemplate: {
      accountId,
      id: newId('InvoiceTemplate'),
      name: 'Standard invoice',
      isDefault: true,
    },
    emailTemplate: {
      accountId,
      id: newId('EmailTemplate'),
      name: 'Invoice',
      isDefault: true,
      ...defaultMailText('INVOICE', 'en'),
    },
  };
}

const pipeline = [
  { label: 'Lead', hexColor: '#8c8c8c', stageType: 'NEW' },
  { label: 'Qualified', hexColor: '#1f6feb', stageType: 'IN_PROGRESS' },
  { label: 'Proposal', hexColor: '#a371f7', stageType: 'IN_PROGRESS' },
  { label: 'Won', hexColor: '#2da44e', stageType: 'CLOSED_WON' },
  { label: 'Lost', hexColor: '#cf222e', stageType: 'CLOSED_LOST' },
] as const;

const statuses = [
  { label: 'To do', hexColor: '#8c8c8c', complete: false, clientApproval: false },
  { label: 'In progress', hexColor: '#1f6feb', complete: false, clientApproval: false },
  { label: 'Client approval', hexColor: '#bf8700', complete: false, clientApproval: true },
  { label: 'Complete', hexColor: '#2da44e', complete: true, clientApproval: false },
] as const;
