import type { z } from 'zod';
import type { TimeEntry } from '../../generated/prisma/client.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  dateTime,
  email,
  money,
  multilineText,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import { workReferenceFields } from '../deliverables/work-references.ts';

export const createTimeEntryInput = inputObject(
  'CreateTimeEntry',
  'A stretch of time that was worked, on a client’s project and deliverable or on none.',
  {
    timerStart: required(dateTime),
    timerEnd: required(dateTime),
    ...workReferenceFields,
    notes: nullable(multilineText()),
    billable: withDefault(booleanType, true),
    hourlyAmount: nullable(money({ min: 0 })),
    ...externalIdFields,
    userEmail: nullable(
      email,
      'The user. Default: the signed-in user, otherwise the owner of the workspace.',
    ),
    createClient: withDefault(
      booleanType,
      false,
      'Create the client that clientName names if it does not exist.',
    ),
    createProject: withDefault(
      booleanType,
      false,
      'Create the project that projectName names if the client does not have it.',
    ),
    createDeliverable: withDefault(
      booleanType,
      false,
      'Create the deliverable that deliverableName names if the project does not have it.',
    ),
  },
);

export type NewTimeEntry = z.output<typeof createTimeEntryInput>;

export type TimeEntryRecord = TimeEntry;
