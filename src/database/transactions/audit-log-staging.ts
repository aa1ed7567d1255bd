import type { PrismaClient } from '../../generated/prisma/client.ts';
import { withConnection } from '../pool/single-connection.ts';
import { auditLogStagingTable } from '../statements/audit-log-tables.ts';

/**
 * VACUUM needs its own connection. It cannot run in a transaction, and pooled statements share one with the
 * settings.
 * @param truncates truncating the empty end of the file blocks writes briefly
 */
export async function vacuumAuditLogStaging(
  { url, role }: { url: string; role: string | undefined },
  truncates: boolean,
): Promise<void> {
  const text = `VACUUM (SKIP_LOCKED, TRUNCATE ${truncates}) ${auditLogStagingTable}`;
  await withConnection(url, (client) => client.query(text), role);
}

const listeners = new WeakMap<PrismaClient, () => void>();

/** Called after each transaction that staged audit entries. */
export function onEntriesStaged(prisma: PrismaClient, listener: () => void): void {
  listeners.set(prisma, listener);
}

/** Wakes the sequencer of this process. */
export const notifyEntriesStaged = (prisma: PrismaClient): void => listeners.get(prisma)?.();
