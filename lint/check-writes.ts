/** `npm run layers`: only the write module writes, except for the files below. */
import type { Sources } from './read-sources.ts';

/** Modules and files that write in another way, and why. */
const exceptions: readonly (readonly [path: string, reason: string])[] = [
  ['write', 'the write module'],
  ['auth', 'the adapter of better-auth, and secrets'],
  ['domain/identities', 'tables of sign-in, which belong to no workspace'],
  ['backup', 'restore and bulk load'],
  ['database', 'migrations, leases and the queue of jobs'],
  ['jobs', 'the sequencer of the audit log, and sweeps'],
  ['limits', 'counters of rates'],
  ['platform/audit-log', 'the audit log'],
  ['platform/encryption', 'keys and secrets of the service'],
  ['seed', 'example data'],
  ['domain/workspaces/authentication.ts', 'the last use of keys'],
  ['domain/workspaces/connected-apps.ts', 'a table of sign-in'],
  ['domain/workspaces/delete-workspace.ts', 'the end of all access to a workspace'],
  ['domain/workspaces/purge-deleted-workspaces.ts', 'the removal of a whole workspace'],
  ['domain/erasures/related-data.ts', 'stored responses'],
  ['domain/outbox-mails', 'states of deliveries'],
  ['domain/mail-suppressions/subscriptions.ts', 'unsubscribing by customers'],
  ['domain/invoices/invoice-events.ts', 'first views by customers'],
  ['domain/invoices/issued-documents.ts', 'issued files'],
  ['domain/invoices/invoice-numbers.ts', 'the sequence of numbers'],
  ['domain/tickets/ticket-numbers.ts', 'the sequence of numbers'],
  ['domain/webhooks', 'states of deliveries'],
];

const prismaWrite =
  /\b(?:tx|db|root|prisma)\.[a-z]\w*\.(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\(/;
const sqlWrite = /\b(?:INSERT INTO|UPDATE|DELETE FROM) "/;

const isException = (file: string): boolean =>
  exceptions.some(([path]) => file === path || file.startsWith(`${path}/`));

/** The lines of src that write without the write module. */
export const findWriteViolations = (sources: Sources): string[] =>
  [...sources].flatMap(([file, text]) =>
    file.startsWith('generated/') || isException(file)
      ? []
      : text
          .split('\n')
          .flatMap((line, index) =>
            prismaWrite.test(line) || sqlWrite.test(line)
              ? [`src/${file}:${index + 1} writes without the write module (src/write/write.ts)`]
              : [],
          ),
  );

/** Exceptions that no file needs any more. */
export const findUnusedExceptions = (sources: Sources): string[] =>
  exceptions.flatMap(([path]) =>
    [...sources.keys()].some((file) => file === path || file.startsWith(`${path}/`))
      ? []
      : [`lint/check-writes.ts: there is no src/${path}`],
  );
