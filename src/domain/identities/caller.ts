import type { ActingContact, ActingPerson, Actor } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';

/** Whoever a request acts for: a key, or a person as a user of one workspace. */
export interface Caller extends Actor {
  accountId: number;
  workspace: WorkspaceSettings;
}

interface SignedInCaller extends Caller {
  keyId: null;
  keyName: null;
}

/** A caller who signed in as a user of a workspace. */
export interface SignedInUser extends SignedInCaller {
  person: ActingPerson;
  contact?: never;
}

/** A caller who signed in as a contact of a client. */
export interface SignedInContact extends SignedInCaller {
  contact: ActingContact;
  person?: never;
}

export type SessionCaller = SignedInUser | SignedInContact;
