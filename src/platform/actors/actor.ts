import { formatNumericId } from '../ids/record-ids.ts';
import type { Scope } from '../permissions/permissions.ts';
import type { UserRole } from '../permissions/roles.ts';

/** A signed-in user of the workspace. */
export interface ActingPerson {
  /** One person can be a user of several workspaces. */
  personId: string;
  userId: number;
  role: UserRole;
  /** First and last name or the e-mail address, for the history. */
  name: string;
  /** Undefined if an external token identifies the person. */
  sessionId?: string;
  /** Expiry of the external token; undefined with a session. */
  until?: Date;
  /** Issue time of the external token, if it contains one. */
  issuedAt?: Date;
}

/** A contact that signed in to the client portal. */
export interface ActingContact {
  contactId: string;
  clientId: string;
  /** The person that verified the contact's address. */
  personId: string;
  sessionId: string;
  /** First and last name or the e-mail address. */
  name: string;
}

/** The user that created an API key. */
export interface KeyCreator {
  userId: number;
  role: UserRole;
}

/** The caller: an API key, a person, a contact, or the administration of the workspace. */
export interface Actor {
  keyId: string | null;
  /** Null without a key. */
  keyName: string | null;
  /** With the creator's current role; undefined for keys of the command line. */
  maker?: KeyCreator;
  /** Undefined without a sign-in. */
  person?: ActingPerson;
  /** Only for portal contacts. */
  contact?: ActingContact;
  /** The caller if there is no key, person or contact; administration if undefined. */
  unnamed?: 'SERVICE' | 'CUSTOMER';
  scopes: readonly Scope[];
}

/** Only owners can manage owners and the keys of owners. */
export function canManageOwners({ contact, maker, person }: Actor): boolean {
  const { role } = person ?? maker ?? {};
  return !contact && (role === undefined || role === 'OWNER');
}

/** Unique per caller; the key of rate limits and shared subscriptions. */
export function callerIdOf({ keyId, person, contact }: Actor): string {
  if (contact) return contact.contactId;
  return person ? formatNumericId('User', person.userId) : String(keyId);
}

/** Null for the administration. */
export const actorNameOf = ({ contact, person, keyName }: Actor): string | null =>
  (contact ?? person)?.name ?? keyName;

/** Undefined for API keys and external tokens. */
export const sessionIdOfActor = ({ person, contact }: Actor): string | undefined =>
  (contact ?? person)?.sessionId;
