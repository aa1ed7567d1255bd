import type { PrismaClient } from '../../generated/prisma/client.ts';
import { withConnection } from '../pool/single-connection.ts';
import { auditLogStagingTable } from '../statements/audit-log-tables.ts';

/**
 * Removes the dead rows of published entries. VACUUM cannot run in a transaction. It needs its own connection,
 * because a pooler's settings statement opens one.
 * @param truncates whether VACUUM truncates the empty end of the file, which blocks writes briefly
 */
export async function vacuumAuditLogStaging(
  { url, role }: { url: string; role: string | undefined },
  truncates: boolean,
): Promise<void> {
  const text = `VACUUM (SKIP_LOCKED, TRUNCATE ${truncates}) ${auditLogStagingTable}`;
  await withConnection(url, (client) => client.query(text), role);
}

const listeners = new WeakMap<PrismaClient, () => void>();

/** Calls the listener after each transaction that staged audit entries. */
export function onEntriesStaged(prisma: PrismaClient, listener: () => void): void {
  listeners.set(prisma, listener);
}

/** Wakes the sequencer of this process. */
export const notifyEntriesStaged = (prisma: PrismaClient): void => listeners.get(prisma)?.();
