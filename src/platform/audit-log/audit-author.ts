import type { LogActorKind } from '../../generated/prisma/enums.ts';
import type { Actor } from '../actors/actor.ts';
import { actorNameOf, callerIdOf } from '../actors/actor.ts';
import type { ChangeOrigin } from './change-collector.ts';

export interface AuditActor {
  kind: LogActorKind;
  id: string | null;
  name: string | null;
}

export interface AuditAuthor {
  accountId: number;
  by: AuditActor;
  origin: ChangeOrigin;
  requestId: string;
}

export function auditActorOf(actor: Actor): AuditActor {
  const { contact, keyId, person, unnamed = 'ADMINISTRATION' } = actor;
  if (!contact && !person && keyId === null) return { kind: unnamed, id: null, name: null };
  const kind = contact ? 'CONTACT' : person ? 'PERSON' : 'KEY';
  return { kind, id: callerIdOf(actor), name: actorNameOf(actor) };
}

export function auditAuthorOf({
  accountId,
  actor,
  origin,
  requestId,
}: Omit<AuditAuthor, 'by'> & { actor: Actor }): AuditAuthor {
  return { accountId, by: auditActorOf(actor), origin, requestId };
}
