import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import type { ChangeCollector, ChangeOrigin } from '../audit-log/change-collector.ts';
import type { DryRunChange } from '../audit-log/dry-run-changes.ts';
import type { NameResolver } from '../names/name-resolver.ts';
import type { ClientGeneratedId, PendingVersionCheck, WriteAttempt } from './write-state.ts';

export interface WorkspaceSettings {
  name: string;
  currency: string;
  timeZone: string;
  /** Default language of clients; null: English. */
  language: string | null;
  /** Default user of time entries for API keys. */
  ownerId: number;
}

/** Modules add their services by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the slices fill it
export interface Services {}

export interface Context extends WorkspaceAccess {
  /** The pool; null inside a transaction. */
  root: PrismaClient | null;
  workspace: WorkspaceSettings;
  /** Commands use no other clock. */
  now: Date;
  requestId: string;
  origin: ChangeOrigin;
  changeCollector?: ChangeCollector;
  names: NameResolver;
  publicUrl: string;
  /** Without a mail server, mails stay in the outbox. */
  sendsMail: boolean;
  /** Limits the targets of links in e-mails. */
  isAllowedLinkTarget: (url: string) => boolean;
  services: Services;
  eventRetentionDays?: number | undefined;
  /** Transactions check their constraints and roll back where they would commit. */
  isDryRun?: boolean | undefined;
  onDryRunChanges?: ((changes: readonly DryRunChange[]) => void) | undefined;
  attempt?: WriteAttempt;
  versionCheck?: PendingVersionCheck;
  clientGeneratedId?: ClientGeneratedId;
}

export const defaultUserId = ({ actor, workspace }: Pick<Context, 'actor' | 'workspace'>): number =>
  actor.person?.userId ?? workspace.ownerId;
