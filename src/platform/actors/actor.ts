import { formatNumericId } from '../ids/record-ids.ts';
import type { Scope } from '../permissions/permissions.ts';
import type { UserRole } from '../permissions/roles.ts';

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

/** The session in which somebody signed in; undefined for keys, and where somebody else vouches for the person. */
export const sessionIdOfActor = ({ person, contact }: Actor): string | undefined =>
  (contact ?? person)?.sessionId;
