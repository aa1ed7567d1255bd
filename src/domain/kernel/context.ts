import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { idOfNumber } from './ids.ts';
import type { Names } from './names.ts';
import { createNames } from './names.ts';
import { seenDb } from './narrowed-db.ts';
import type { Attempt } from './once.ts';
import type { Scope } from './rights.ts';
import type { UserRole } from './roles.ts';

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
export interface KeyMaker {
  userId: number;
  role: UserRole;
}

/** Who acts: the key that a request came with, a person or a contact who signed in, or the workspace's own administration. */
export interface Actor {
  keyId: string | null;
  /** The key's name; null for persons and administration. */
  keyName: string | null;
  /** The user who made the key, with the present role; left out for keys of the command line. */
  maker?: KeyMaker;
  /** Left out where nobody signed in. */
  person?: ActingPerson;
  /** Left out but for contacts of clients. */
  contact?: ActingContact;
  scopes: readonly Scope[];
}

/** Whether who acts may make, change and remove owners: of people, and of the keys that they make, only owners may. */
export function mayTouchOwners({ contact, maker, person }: Actor): boolean {
  const { role } = person ?? maker ?? {};
  return !contact && (role === undefined || role === 'OWNER');
}

/** A word for who acts that nobody else has: what is counted or shared for each of them is kept under it. */
export function callerOf({ keyId, person, contact }: Actor): string {
  if (contact) return contact.contactId;
  return person ? idOfNumber('User', person.userId) : String(keyId);
}

/** The name of who acts: of a contact, a person or a key; null for administration. */
export const nameOf = ({ contact, person, keyName }: Actor): string | null =>
  (contact ?? person)?.name ?? keyName;

/** The session in which somebody signed in; undefined for keys, and where somebody else vouches for the person. */
export const sessionOf = ({ person, contact }: Actor): string | undefined =>
  (contact ?? person)?.sessionId;

/** What verbs need to know of their workspace at every turn; read together with the key. */
export interface WorkspaceSettings {
  name: string;
  currency: string;
  timeZone: string;
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
  /** Name look-ups, batched and remembered for this request. */
  names: Names;
  /** Base of the URLs that customers are given. */
  publicUrl: string;
  /** Whether mail is sent, a mail server being configured; it is kept otherwise. */
  sendsMail: boolean;
  services: Services;
  /** Left out but for a write that is done once, whose transaction is open. */
  attempt?: Attempt;
}

/** A context for one request. */
export function createContext(
  parts: Omit<Context, 'db' | 'names' | 'sendsMail' | 'services'> & {
    root: PrismaClient;
    sendsMail?: boolean;
    services?: Services;
  },
): Context {
  const { root, accountId, actor, sendsMail = false, services = noServices } = parts;
  const db = seenDb(root, accountId, actor);
  return { ...parts, sendsMail, services, db, names: createNames({ ...parts, db }) };
}

/** The context of what goes on longer than a request, at a later moment of it: nothing that was looked up is kept. */
export function laterContext<C extends Context>(
  context: C,
  parts: Pick<Context, 'actor' | 'workspace' | 'now'>,
): C {
  const db = seenDb(context.db, context.accountId, parts.actor);
  return { ...context, ...parts, db, names: createNames({ ...context, actor: parts.actor, db }) };
}

/** The user who is meant where an input names nobody: who signed in, or the owner of the workspace. */
export const ownUserId = ({ actor, workspace }: Pick<Context, 'actor' | 'workspace'>): number =>
  actor.person?.userId ?? workspace.ownerId;

const attempts = 4;
const conflictCodes = new Set(['P2034', '40001', '40P01']);

/**
 * Runs work in one transaction; inside one it joins it. The only place where a transaction opens.
 * Name look-ups start afresh, so that they see what the transaction sees. A deadlock or serialization failure
 * is tried again from the start, so work must do nothing but use the context.
 */
export async function inTransaction<T>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { root } = context;
  if (root === null) return work(context);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await root.$transaction((opened) => {
        const db = seenDb(opened, context.accountId, context.actor);
        return work({ ...context, db, root: null, names: createNames({ ...context, db }) });
      });
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  if (conflictCodes.has(String(error.code))) return true;
  const { meta } = error as {
    meta?: { code?: unknown; driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return (
    conflictCodes.has(String(meta?.code)) ||
    conflictCodes.has(String(meta?.driverAdapterError?.cause?.originalCode))
  );
}
