import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import type { ChangeCollector, ChangeOrigin } from '../audit-log/change-collector.ts';
import type { NameResolver } from '../names/name-resolver.ts';
import type {
  ClientGeneratedId,
  PendingVersionCheck,
  SingleStatementStore,
  WriteAttempt,
} from './write-state.ts';

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

/** Everything that one request's verbs share. */
export interface Context extends WorkspaceAccess {
  /** The whole database; null inside a transaction. */
  root: PrismaClient | null;
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
  isAllowedLinkTarget: (url: string) => boolean;
  services: Services;
  /** For how many days events are told; as usual, if left out. */
  eventRetentionDays?: number | undefined;
  /** Left out but for a write that is done once, whose transaction is open. */
  attempt?: WriteAttempt;
  /** Left out but for a write that is done once and is to keep its answer by the statement that does it; no transaction is open. */
  singleStatementStore?: SingleStatementStore;
  /** Left out but for a change whose caller expects a version of the record; its transaction is open. */
  versionCheck?: PendingVersionCheck;
  /** Left out but where the caller says which id the new record has; its transaction is open. */
  clientGeneratedId?: ClientGeneratedId;
}

/** The user who is meant where an input names nobody: who signed in, or the owner of the workspace. */
export const defaultUserId = ({ actor, workspace }: Pick<Context, 'actor' | 'workspace'>): number =>
  actor.person?.userId ?? workspace.ownerId;
