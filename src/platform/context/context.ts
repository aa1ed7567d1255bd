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

/** Settings of the workspace that most commands need; read together with the API key. */
export interface WorkspaceSettings {
  name: string;
  currency: string;
  timeZone: string;
  /** Default language of clients; null: English. */
  language: string | null;
  /** The default user of time entries if the caller is an API key. */
  ownerId: number;
}

/** Services outside of the domain, for example mail. Each module adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the slices fill it
export interface Services {}

/** Everything that the commands of one request share. */
export interface Context extends WorkspaceAccess {
  /** The pool; null inside a transaction. */
  root: PrismaClient | null;
  workspace: WorkspaceSettings;
  /** The time of the request. Commands use no other clock. */
  now: Date;
  requestId: string;
  /** For the audit log. */
  origin: ChangeOrigin;
  /** The changes of the open transaction. */
  log?: ChangeCollector;
  /** Batched look-ups of names, cached for this request. */
  names: NameResolver;
  /** Base of customers' URLs. */
  publicUrl: string;
  /** False without a mail server: mails stay in the outbox. */
  sendsMail: boolean;
  /** Whether mailed links may have this target. */
  isAllowedLinkTarget: (url: string) => boolean;
  services: Services;
  /** Undefined: the default. */
  eventRetentionDays?: number | undefined;
  /** Set inside a write with an idempotency key. */
  attempt?: WriteAttempt;
  /** Set if one statement does the write and stores its response; no transaction is open. */
  singleStatementStore?: SingleStatementStore;
  /** Set inside a write with an expected version. */
  versionCheck?: PendingVersionCheck;
  /** Set inside a create with an id from the caller. */
  clientGeneratedId?: ClientGeneratedId;
}

/** The user to which an input without a user refers. */
export const defaultUserId = ({ actor, workspace }: Pick<Context, 'actor' | 'workspace'>): number =>
  actor.person?.userId ?? workspace.ownerId;
