import { archivingCommand } from '../../write/archive-record.ts';

/** An archived deliverable takes no new time, and lists, searches and names omit it. */
export const archiveDeliverable = archivingCommand('Deliverable', true);

export const unarchiveDeliverable = archivingCommand('Deliverable', false);
