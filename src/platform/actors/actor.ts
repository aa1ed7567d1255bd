import { formatNumericId } from '../ids/record-ids.ts';
import type { Scope } from '../permissions/permissions.ts';
import type { UserRole } from '../permissions/roles.ts';

export interface ActingPerson {
  /** One person can be a user of several workspaces. */
  personId: string;
  userId: number;
  role: UserRole;
  name: string;
  /** Name of the app that acts for the person. */
  app?: string;
  /** Undefined if the user signed in with an external token, or an app acts. */
  sessionId?: string;
  /** Expiry of the external token. */
  until?: Date;
  /** Present only if the external token contains it. */
  issuedAt?: Date;
}

export interface ActingContact {
  contactId: string;
  clientId: string;
  /** The person who verified the contact's address. */
  personId: string;
  sessionId: string;
  /** First and last name or the e-mail address. */
  name: string;
}

export interface KeyCreator {
  userId: number;
  role: UserRole;
}

export interface Actor {
  keyId: string | null;
  keyName: string | null;
  /** Undefined for keys that the CLI created. */
  keyCreator?: KeyCreator;
  person?: ActingPerson;
  contact?: ActingContact;
  /** For actors other than keys, users and contacts. Undefined: the administration. */
  unnamed?: 'SERVICE' | 'CUSTOMER';
  scopes: readonly Scope[];
}

/** Only owners can manage owners and the keys of owners. */
export function canManageOwners({ contact, keyCreator, person }: Actor): boolean {
  const { role } = person ?? keyCreator ?? {};
  return !contact && (role === undefined || role === 'OWNER');
}

/** Identifies the caller for rate limits and shared subscriptions. */
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
