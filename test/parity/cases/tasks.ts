import type { Action } from './case.ts';
import { idCases } from './case.ts';

const projectName = 'Same Website';

export const taskActions: Action[] = [
  ...['POST tasks/create', 'POST deliverables/create'].map(
    (route): Action => ({
      route,
      mutation: 'createDeliverable',
      names: {
        status: 'statusName',
        assignedTo: 'assigneeEmails',
        assignedToList: 'assigneeIds',
        tasks: 'toDoNames',
      },
      cases: [
        {
          when: 'everything',
          body: {
            name: 'Parity page',
            clientName: 'Same Analytics',
            projectName,
            status: 'in progress',
            description: 'What there is.',
            startDate: '2026-03-01',
            dueDate: '2026-03-31',
            priority: 3,
            tasks: ['One', 'Two'],
            assignedTo: ['user@same.example'],
            customValues: { Effort: 'Much' },
          },
        },
        { when: 'a project without its client', body: { name: 'Alone', projectName } },
        { when: 'a name that is taken', body: { name: 'Alone', projectName }, code: 'name_taken' },
        { when: 'no project', body: { name: 'Nowhere' }, code: 'invalid_input' },
        {
          when: 'another workspace’s project',
          body: ({ foreign }) => ({ name: 'Far', projectId: foreign.made.createProject.id }),
          code: 'record_not_found',
        },
        {
          when: 'an unknown user',
          body: { name: 'Who', projectName, assignedTo: ['no@same.example'] },
          code: 'name_not_found',
        },
      ],
    }),
  ),
  {
    route: 'PATCH tasks/update',
    mutation: 'updateDeliverable',
    names: { status: 'statusName', assignedToList: 'assigneeIds' },
    cases: [
      ...idCases('dlv', ({ made }) => made.createTask.id),
      {
        when: 'some fields',
        body: ({ made }) => ({
          id: made.createTask.id,
          status: 'Complete',
          dueDate: '2026-05-01',
          description: 'D',
          assignedToList: [],
          toDos: [{ item: 'Anew', complete: true }],
          customValues: [{ fieldName: 'Effort', value: 2 }],
        }),
      },
      {
        when: 'what clears, and the archive',
        body: ({ made }) => ({
          id: made.createTask.id,
          dueDate: null,
          description: '',
          archived: true,
        }),
      },
      {
        when: 'another workspace’s user',
        body: ({ made }) => ({ id: made.createTask.id, assignedToList: [987654] }),
        code: 'record_not_found',
      },
    ],
  },
];
