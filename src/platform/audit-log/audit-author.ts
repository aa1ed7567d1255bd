import type { OfTransaction } from '../../write/in-transaction.ts';
import type { Actor } from '../actors/actor.ts';
import { actorNameOf, callerIdOf } from '../actors/actor.ts';
import type { AuditActor, AuditAuthor } from './write-entries.ts';

/** Who acts, as the log says it. */
export function auditActorOf(actor: Actor): AuditActor {
  const { contact, keyId, person, unnamed = 'ADMINISTRATION' } = actor;
  if (!contact && !person && keyId === null) return { kind: unnamed, id: null, name: null };
  const kind = contact ? 'CONTACT' : person ? 'PERSON' : 'KEY';
  return { kind, id: callerIdOf(actor), name: actorNameOf(actor) };
}

/** Whose changes a request's are, as the log says it. */
export const auditAuthorOf = (context: OfTransaction): AuditAuthor => ({
  ...{ accountId: context.accountId, by: auditActorOf(context.actor), origin: context.origin },
  requestId: context.requestId,
});
