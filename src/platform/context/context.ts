import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { createAuditedClient } from '../../write/audited-client.ts';
import { inAuditedTransaction } from '../../write/audited-transaction.ts';
import type { ClientGeneratedId } from '../../write/client-generated-ids.ts';
import type { WriteAttempt } from '../../write/idempotency/run-idempotent.ts';
import type { SingleStatementStore } from '../../write/idempotency/single-statement-store.ts';
import { NotSingleStatementError } from '../../write/idempotency/single-statement-store.ts';
import type { PendingVersionCheck } from '../../write/optimistic-locking.ts';
import { createFilteredClient } from '../access-policies/policy-client.ts';
import type { ChangeCollector, ChangeOrigin } from '../audit-log/change-collector.ts';
import type { AuditActor, AuditAuthor } from '../audit-log/write-entries.ts';
import { formatNumericId } from '../ids/record-ids.ts';
import type { NameResolver } from '../names/name-resolver.ts';
import { createNameResolver } from '../names/name-resolver.ts';
import type { Scope } from '../permissions/permissions.ts';
import type { UserRole } from '../permissions/roles.ts';

/** What a verb may ask of the database: everything but opening connections and transactions. */
export type Db = Prisma.TransactionClient;

/** A user of the workspace who signed in. */
export interface ActingPerson {
  /** The person, who may be a user of several workspaces. */
  personId: string;
  userId: number;
  role: UserRole;
  /** First and last name, or the e-mail address, as history shows it. */
  name: string;
  /** The session of the sign-in; left out where a token of an outside issuer vouches for the person. */
  sessionId?: string;
  /** When that token ends; left out where there is a session. */
  until?: Date;
  /** When that token was issued, as far as it says so. */
  issuedAt?: Date;
}

/** A contact of a client who signed in to the client portal. */
export interface ActingContact {
  contactId: string;
  clientId: string;
  /** Who proved the contact's address. */
  personId: string;
  sessionId: string;
  /** First and last name, or the e-mail address. */
  name: string;
}

/** The user who made a key. */
export interface KeyCreator {
  userId: number;
  role: UserRole;
}

/** Who acts: the key that a request came with, a person or a contact who signed in, or the workspace's own administration. */
export interface Actor {
  keyId: string | null;
  /** The key's name; null for persons and administration. */
  keyName: string | null;
  /** The user who made the key, with the present role; left out for keys of the command line. */
  maker?: KeyCreator;
  /** Left out where nobody signed in. */
  person?: ActingPerson;
  /** Left out but for contacts of clients. */
  contact?: ActingContact;
  /** What acts where nobody does whom a name could be given; administration, if left out. */
  unnamed?: 'SERVICE' | 'CUSTOMER';
  scopes: readonly Scope[];
}

/** Whether who acts may make, change and remove owners: of people, and of the keys that they make, only owners may. */
export function canManageOwners({ contact, maker, person }: Actor): boolean {
  const { role } = person ?? maker ?? {};
  return !contact && (role === undefined || role === 'OWNER');
}

/** A word for who acts that nobody else has: what is counted or shared for each of them is kept under it. */
export function callerIdOf({ keyId, person, contact }: Actor): string {
  if (contact) return contact.contactId;
  return person ? formatNumericId('User', person.userId) : String(keyId);
}

/** The name of who acts: of a contact, a person or a key; null for administration. */
export const actorNameOf = ({ contact, person, keyName }: Actor): string | null =>
  (contact ?? person)?.name ?? keyName;

/** Who acts, as the log says it. */
export function auditActorOf(actor: Actor): AuditActor {
  const { contact, keyId, person, unnamed = 'ADMINISTRATION' } = actor;
  if (!contact && !person && keyId === null) return { kind: unnamed, id: null, name: null };
  const kind = contact ? 'CONTACT' : person ? 'PERSON' : 'KEY';
  return { kind, id: callerIdOf(actor), name: actorNameOf(actor) };
}

/** The session in which somebody signed in; undefined for keys, and where somebody else vouches for the person. */
export const sessionIdOfActor = ({ person, contact }: Actor): string | undefined =>
  (contact ?? person)?.sessionId;

/** What verbs need to know of their workspace at every turn; read together with the key. */
export interface WorkspaceSettings {
  name: string;
  currency: string;
  timeZone: string;
  /** Language of what clients are sent who have none of their own; null: English. */
  language: string | null;
  /** The user for whom time is logged when nobody is named and nobody signed in. */
  ownerId: number;
}

/** What verbs call beyond the domain, mail say. Doors hand it in; a slice that needs something adds it here by name. */
// biome-ignore lint/suspicious/noEmptyInterface: the slices fill it
export interface Services {}

/** The services of a context that was given none: using one says which. */
const noServices = new Proxy({} as Services, {
  get: (_, name) => {
    throw new Error(`This context was given no service "${String(name)}".`);
  },
});

/** Everything that one request's verbs share. */
export interface Context {
  /** The transaction where one is open, the pool otherwise, as who acts sees the workspace. */
  db: Db;
  /** The whole database; null inside a transaction. */
  root: PrismaClient | null;
  accountId: number;
  actor: Actor;
  workspace: WorkspaceSettings;
  /** The moment of the request: the only clock. */
  now: Date;
  requestId: string;
  /** What the request does, and from where, as the log says it. */
  origin: ChangeOrigin;
  /** What the transaction has written so far; left out where none is open. */
  log?: ChangeCollector;
  /** Name look-ups, batched and remembered for this request. */
  names: NameResolver;
  /** Base of the URLs that customers are given. */
  publicUrl: string;
  /** Whether mail is sent, a mail server being configured; it is kept otherwise. */
  sendsMail: boolean;
  /** Whether a link that somebody is mailed may lead there. */
  mayLeadTo: (url: string) => boolean;
  services: Services;
  /** For how many days events are told; as usual, if left out. */
  eventDays?: number | undefined;
  /** Left out but for a write that is done once, whose transaction is open. */
  attempt?: WriteAttempt;
  /** Left out but for a write that is done once and is to keep its answer by the statement that does it; no transaction is open. */
  keeping?: SingleStatementStore;
  /** Left out but for a change whose caller expects a version of the record; its transaction is open. */
  expected?: PendingVersionCheck;
  /** Left out but where the caller says which id the new record has; its transaction is open. */
  givenId?: ClientGeneratedId;
}

/** A context for one request. */
export function createContext(
  parts: Omit<
    Context,
    'db' | 'names' | 'sendsMail' | 'mayLeadTo' | 'services' | 'origin' | 'log'
  > & {
    root: PrismaClient;
    sendsMail?: boolean;
    mayLeadTo?: Context['mayLeadTo'];
    services?: Services;
    origin?: ChangeOrigin;
  },
): Context {
  const { root, accountId, actor, sendsMail = false, services = noServices } = parts;
  const { mayLeadTo = () => false } = parts;
  const { origin = { operation: 'none', address: null } } = parts;
  const logged = createAuditedClient(root, (work) => openTransaction(context, root, work));
  const db = createFilteredClient(logged, accountId, actor);
  const names = createNameResolver({ ...parts, db });
  const context: Context = { ...parts, origin, sendsMail, mayLeadTo, services, db, names };
  return context;
}

/** The context of what goes on longer than a request, at a later moment of it: nothing that was looked up is kept. */
export function refreshContext<C extends Context>(
  context: C,
  parts: Pick<Context, 'actor' | 'workspace' | 'now'>,
): C {
  const db = createFilteredClient(context.db, context.accountId, parts.actor);
  return {
    ...context,
    ...parts,
    db,
    names: createNameResolver({ ...context, actor: parts.actor, db }),
  };
}

/** The user who is meant where an input names nobody: who signed in, or the owner of the workspace. */
export const defaultUserId = ({ actor, workspace }: Pick<Context, 'actor' | 'workspace'>): number =>
  actor.person?.userId ?? workspace.ownerId;

/**
 * Runs work in one transaction; inside one it joins it. What was changed
 * is written into the log (decision 37). Name look-ups start afresh, so that they see what the transaction sees. A deadlock
 * or serialization failure is tried again from the start, so work must do nothing but use the context.
 */
export async function inTransaction<T>(
  context: Context,
  work: (context: Context & { log: ChangeCollector }) => Promise<T>,
): Promise<T> {
  const { root, log } = context;
  if (root === null) return work({ ...context, log: log as ChangeCollector });
  if (context.keeping) throw new NotSingleStatementError();
  return openTransaction(context, root, (opened, log) => {
    const logged = createAuditedClient(opened, (write) => write(opened, log));
    const db = createFilteredClient(logged, context.accountId, context.actor);
    return work({ ...context, db, root: null, log, names: createNameResolver({ ...context, db }) });
  });
}

type OfTransaction = Omit<
  Context,
  'db' | 'names' | 'root' | 'services' | 'sendsMail' | 'mayLeadTo'
>;

/** Whose changes a request's are, as the log says it. */
export const auditAuthorOf = (context: OfTransaction): AuditAuthor => ({
  ...{ accountId: context.accountId, by: auditActorOf(context.actor), origin: context.origin },
  requestId: context.requestId,
});

/** Runs work in a transaction, and writes the log of what it changed before it ends. */
function openTransaction<T>(
  context: OfTransaction,
  root: PrismaClient,
  work: (opened: Db, log: ChangeCollector) => Promise<T>,
): Promise<T> {
  return inAuditedTransaction(root, (opened, logFor) =>
    work(opened, logFor(auditAuthorOf(context))),
  );
}

/** What the transaction has noted so far: whoever writes by hand notes here what it wrote. */
export function changeCollectorOf({ log }: Pick<Context, 'log'>): ChangeCollector {
  if (log) return log;
  throw new TypeError('What is logged has to be written in a transaction.');
}
