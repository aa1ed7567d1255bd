import type { ActingContact, ActingPerson, Actor } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';

/** An API key, or a person as a user or contact of one workspace. */
export interface Caller extends Actor {
  accountId: number;
  workspace: WorkspaceSettings;
}

interface SignedInCaller extends Caller {
  keyId: null;
  keyName: null;
}

export interface SignedInUser extends SignedInCaller {
  person: ActingPerson;
  contact?: never;
}

export interface SignedInContact extends SignedInCaller {
  contact: ActingContact;
  person?: never;
}

export type SessionCaller = SignedInUser | SignedInContact;
