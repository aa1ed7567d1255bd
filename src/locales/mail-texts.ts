import type { MailKind } from '../generated/prisma/enums.ts';
import { english, findCatalogue } from './catalogues.ts';

export interface MailText {
  subject: string;
  body: string;
}

/** Default text of a kind of e-mail. Fallback: English. */
export function defaultMailText(kind: MailKind, language: string): MailText {
  const { body, subject } = (findCatalogue(language) ?? english).mails[kind];
  return { subject, body: body.join('\n') };
}
