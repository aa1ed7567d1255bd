import type { PrismaClient } from '../../generated/prisma/client.ts';
import { withConnection } from '../pool/single-connection.ts';

/**
 * Where entries of the log are written: into the log itself, or into the table of new entries, which has one index instead of nine, and
 * from which they are moved many at a time (decision 98). Statements name the log; who sends them says where they go.
 */

/** The schema of their table. */
export const auditLogSchema = 'actiongraph_log';

/** The table, whose rows are the log's as well. A database that is spread over several servers has none. */
export const auditLogStagingTable = `"${auditLogSchema}"."NewLogEntry"`;

const intoLog = 'INSERT INTO "LogEntry"';
const intoNew = `INSERT INTO ${auditLogStagingTable}`;

/** Statements that are remembered as they are sent. Longer ones, of which callers may make as many as they like, are not. */
const mostKnown = 2_000;
const longestKnown = 20_000;

/** The new entries of one database, as one process writes them. */
export class AuditLogStaging {
  /** Whether they go into their own table: only while somebody moves them. */
  areApart = false;
  /** Whether this process wrote some there since it last looked. */
  #areThere = false;
  readonly #known = new Map<string, string>();

  /** A statement as it is to be sent now. */
  textOf(text: string): string {
    if (!this.areApart) return text;
    const sent = this.#known.get(text) ?? this.#rewrite(text);
    if (sent !== text) this.#areThere = true;
    return sent;
  }

  #rewrite(text: string): string {
    const sent = text.includes(intoLog) ? text.replaceAll(intoLog, intoNew) : text;
    if (text.length > longestKnown) return sent;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(text, sent);
    return sent;
  }

  /** Whether there may be some that this process wrote, which is forgotten then. */
  takeNews(): boolean {
    const areThere = this.#areThere;
    this.#areThere = false;
    return areThere;
  }
}

/**
 * Clears away what is left of entries that were moved and that no transaction sees any more; where somebody else does that just now, nothing. By a
 * connection of its own: behind a pooler, what sets how long a statement may take is in one transaction with it, which this cannot be in.
 * @param givesBack whether what is empty at the end of the file is given back, for which writes are kept waiting for a moment
 */
export async function vacuumAuditLogStaging(
  { url, role }: { url: string; role: string | undefined },
  givesBack: boolean,
): Promise<void> {
  const text = `VACUUM (SKIP_LOCKED, TRUNCATE ${givesBack}) ${auditLogStagingTable}`;
  await withConnection(url, (client) => client.query(text), role);
}

const entriesOf = new WeakMap<PrismaClient, AuditLogStaging>();

/** Says what {@link auditLogStagingOf} answers for a client. */
export function registerAuditLogStaging(prisma: PrismaClient, entries: AuditLogStaging): void {
  entriesOf.set(prisma, entries);
}

/** The new entries of a client's database, as its statements write them. */
export function auditLogStagingOf(prisma: PrismaClient): AuditLogStaging {
  const entries = entriesOf.get(prisma);
  if (entries === undefined) throw new TypeError('The client was not made by `openDatabase`.');
  return entries;
}
