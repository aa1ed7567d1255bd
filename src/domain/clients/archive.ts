import { archivingCommand } from '../../write/archive-record.ts';

/** An archived client takes no new time, and lists, searches and names omit it. */
export const archiveClient = archivingCommand('Client', true);

export const unarchiveClient = archivingCommand('Client', false);
