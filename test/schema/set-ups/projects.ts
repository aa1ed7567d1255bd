import type { SetUp } from './set-up.ts';

export const projectsSetUps: SetUp[] = [
  {
    type: 'TaskStage',
    selection: 'label hexColor complete clientApproval position projectType { name }',
    full: {
      label: 'Proofread',
      hexColor: '#abcdef',
      complete: true,
      clientApproval: true,
      position: 7,
      projectTypeName: 'Standard project',
    },
    answer: {
      label: 'Proofread',
      hexColor: '#abcdef',
      complete: true,
      clientApproval: true,
      position: 7,
      projectType: { name: 'Standard project' },
    },
    replace: { label: 'Proofreading' },
    replaced: {
      label: 'Proofreading',
      hexColor: null,
      complete: false,
      clientApproval: false,
      position: 7,
      projectType: { name: 'Standard project' },
    },
    faulty: { label: '', hexColor: '#12' },
    faults: ['hexColor', 'label'],
    taken: { label: 'Complete', projectTypeName: 'Standard project' },
    takenField: 'label',
    used: {
      id: async (api) => {
        const source =
          '{ taskStages(where: { label: { equals: "To do" } }) { edges { node { id } } } }';
        return (await api.ours.gql(source)).body.data.taskStages.edges[0].node.id;
      },
      words: 'deliverables',
    },
  },
  {
    type: 'ProjectType',
    selection: 'name isDefaultProjectType statusList { label position complete }',
    full: { name: 'Retainer', statusList: [{ label: 'Open' }, { label: 'Done', complete: true }] },
    answer: {
      name: 'Retainer',
      isDefaultProjectType: false,
      statusList: [
        { label: 'Open', position: 1, complete: false },
        { label: 'Done', position: 2, complete: true },
      ],
    },
    replace: { name: 'Retainers' },
    replaced: { name: 'Retainers', isDefaultProjectType: false },
    faulty: { name: '', isDefaultProjectType: null },
    faults: ['isDefaultProjectType', 'name'],
    taken: { name: 'Used Type' },
    used: {
      id: async (api, world) => {
        const { clientId: id } = world.made.createProject;
        const { ids } = world;
        await api.ours.post('projects/create', {
          name: 'Typed',
          clientId: id,
          projectTypeId: ids.type,
        });
        return ids.type;
      },
      words: 'projects',
    },
  },
  {
    type: 'ProjectTemplate',
    selection:
      'name description portalAccess showTimeWorkedInPortal projectType { name } feeSchedule { feeType amount } deliverables { name position priority approvalRequired }',
    full: {
      name: 'Website',
      description: 'A site',
      projectTypeName: 'Used Type',
      feeSchedule: { feeType: 'FIXED_PRICE', amount: '12.5' },
      portalAccess: 'FULL',
      showTimeWorkedInPortal: true,
      deliverables: [
        { name: 'Draft', priority: 2 },
        { name: 'Site', approvalRequired: true },
      ],
    },
    answer: {
      name: 'Website',
      description: 'A site',
      projectType: { name: 'Used Type' },
      feeSchedule: { feeType: 'FIXED_PRICE', amount: '12.5' },
      portalAccess: 'FULL',
      showTimeWorkedInPortal: true,
      deliverables: [
        { name: 'Draft', position: 1, priority: 2, approvalRequired: false },
        { name: 'Site', position: 2, priority: 0, approvalRequired: true },
      ],
    },
    replace: { name: 'Sites' },
    replaced: {
      name: 'Sites',
      description: null,
      projectType: null,
      feeSchedule: null,
      portalAccess: 'READ_ONLY',
      showTimeWorkedInPortal: false,
      deliverables: [],
    },
    faulty: { name: '', deliverables: [{ name: 'A' }, { name: '' }] },
    faults: ['deliverables.1.name', 'name'],
    taken: { name: 'Used Template' },
  },
];
