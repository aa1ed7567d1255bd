import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { english as englishCatalogue, findCatalogue } from '../../locales/catalogues.ts';
import {
  fillPlaceholders,
  pickByLanguage,
  primaryLanguage,
} from '../../platform/text/language-tags.ts';
import { hasAccessWithEmailSql } from './portal-contacts.ts';

/** Names in braces are placeholders. */

interface SignInTexts {
  codeSubject: string;
  code: string;
  linkSubject: string;
  link: string;
  invitationSubject: string;
  invitation: string;
  portalSubject: string;
  portal: string;
}

const english: SignInTexts = {
  codeSubject: 'Your sign-in code',
  code: 'Your sign-in code:\n\n{code}\n\nIt works once and expires in {minutes} minutes. Never share it with anyone.\n\nIf you did not request it, you can ignore this e-mail. Nobody can sign in without it.',
  linkSubject: 'Your sign-in link',
  link: 'Open this link to sign in:\n\n{url}\n\nIt works once and expires in {minutes} minutes.\n\nIf you did not request it, you can ignore this e-mail. Nobody can sign in without it.',
  invitationSubject: 'You are invited to {name}',
  invitation:
    'You are invited to {name}. Open this link to sign in:\n\n{url}\n\nIt works once and expires in {days} days.',
  portalSubject: 'Your access to {name}',
  portal:
    '{name} shares your projects and invoices with you. Open this link to see them:\n\n{url}\n\nIt works once and expires in {days} days. After that, sign in with this e-mail address at {page}\n\nIf you do not know {name}, you can ignore this e-mail. Nobody can sign in without it.',
};

const german: SignInTexts = {
  codeSubject: 'Ihr Anmeldecode',
  code: 'Ihr Anmeldecode:\n\n{code}\n\nEr funktioniert einmal und läuft nach {minutes} Minuten ab. Geben Sie ihn an niemanden weiter.\n\nFalls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne sie kann sich niemand anmelden.',
  linkSubject: 'Ihr Anmeldelink',
  link: 'Mit diesem Link melden Sie sich an:\n\n{url}\n\nEr funktioniert einmal und läuft nach {minutes} Minuten ab.\n\nFalls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne sie kann sich niemand anmelden.',
  invitationSubject: 'Einladung zu {name}',
  invitation:
    'Sie sind zu {name} eingeladen. Mit diesem Link melden Sie sich an:\n\n{url}\n\nEr funktioniert einmal und läuft nach {days} Tagen ab.',
  portalSubject: 'Ihr Zugang zu {name}',
  portal:
    'Bei {name} können Sie Ihre Projekte und Rechnungen online ansehen. Hier ist Ihr Link:\n\n{url}\n\nEr funktioniert einmal und läuft nach {days} Tagen ab. Danach melden Sie sich mit dieser Adresse hier an: {page}\n\nFalls Sie {name} nicht kennen, können Sie diese E-Mail ignorieren. Ohne sie kann sich niemand anmelden.',
};

const french: SignInTexts = {
  codeSubject: 'Votre code de connexion',
  code: 'Votre code de connexion :\n\n{code}\n\nIl ne sert qu’une fois et reste valable {minutes} minutes. Ne le communiquez à personne.\n\nSi vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire : sans cet e-mail, personne ne peut se connecter.',
  linkSubject: 'Votre lien de connexion',
  link: 'Suivez ce lien pour vous connecter :\n\n{url}\n\nIl ne sert qu’une fois et reste valable {minutes} minutes.\n\nSi vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire : sans cet e-mail, personne ne peut se connecter.',
  invitationSubject: 'Invitation à rejoindre {name}',
  invitation:
    'Vous avez reçu une invitation à rejoindre {name}. Suivez ce lien pour vous connecter :\n\n{url}\n\nIl ne sert qu’une fois et reste valable {days} jours.',
  portalSubject: 'Votre accès à {name}',
  portal:
    '{name} met vos projets et vos factures à votre disposition en ligne. Suivez ce lien pour les consulter :\n\n{url}\n\nIl ne sert qu’une fois et reste valable {days} jours. Ensuite, connectez-vous avec cette adresse sur {page}\n\nSi vous ne connaissez pas {name}, vous n’avez rien à faire : sans cet e-mail, personne ne peut se connecter.',
};

const spanish: SignInTexts = {
  codeSubject: 'Su código de acceso',
  code: 'Su código de acceso:\n\n{code}\n\nSirve una sola vez y durante {minutes} minutos. No lo comparta con nadie.\n\nSi no lo ha solicitado usted, no tiene que hacer nada: sin este correo, nadie puede entrar.',
  linkSubject: 'Su enlace de acceso',
  link: 'Siga este enlace para iniciar sesión:\n\n{url}\n\nSirve una sola vez y durante {minutes} minutos.\n\nSi no lo ha solicitado usted, no tiene que hacer nada: sin este correo, nadie puede entrar.',
  invitationSubject: 'Invitación a {name}',
  invitation:
    'Ha recibido una invitación a {name}. Siga este enlace para iniciar sesión:\n\n{url}\n\nSirve una sola vez y durante {days} días.',
  portalSubject: 'Su acceso a {name}',
  portal:
    '{name} pone sus proyectos y facturas a su disposición en línea. Siga este enlace para verlos:\n\n{url}\n\nSirve una sola vez y durante {days} días. Después, inicie sesión con esta dirección en {page}\n\nSi no conoce a {name}, no tiene que hacer nada: sin este correo, nadie puede entrar.',
};

const italian: SignInTexts = {
  codeSubject: 'Il suo codice di accesso',
  code: 'Il suo codice di accesso:\n\n{code}\n\nÈ valido una sola volta, per {minutes} minuti. Non lo comunichi a nessuno.\n\nSe non l’ha richiesto lei, non deve fare nulla: senza questa e-mail nessuno può entrare.',
  linkSubject: 'Il suo link di accesso',
  link: 'Segua questo link per accedere:\n\n{url}\n\nÈ valido una sola volta, per {minutes} minuti.\n\nSe non l’ha richiesto lei, non deve fare nulla: senza questa e-mail nessuno può entrare.',
  invitationSubject: 'Invito a {name}',
  invitation:
    'Ha ricevuto un invito a {name}. Segua questo link per accedere:\n\n{url}\n\nÈ valido una sola volta, per {days} giorni.',
  portalSubject: 'Il suo accesso a {name}',
  portal:
    '{name} mette a sua disposizione online i suoi progetti e le sue fatture. Segua questo link per vederli:\n\n{url}\n\nÈ valido una sola volta, per {days} giorni. In seguito può accedere con questo indirizzo da {page}\n\nSe non conosce {name}, non deve fare nulla: senza questa e-mail nessuno può entrare.',
};

const portuguese: SignInTexts = {
  codeSubject: 'O seu código de acesso',
  code: 'O seu código de acesso:\n\n{code}\n\nServe uma única vez e durante {minutes} minutos. Não o partilhe com ninguém.\n\nSe não fez este pedido, não é preciso fazer nada: sem este e-mail, ninguém consegue entrar.',
  linkSubject: 'O seu link de acesso',
  link: 'Siga este link para entrar:\n\n{url}\n\nServe uma única vez e durante {minutes} minutos.\n\nSe não fez este pedido, não é preciso fazer nada: sem este e-mail, ninguém consegue entrar.',
  invitationSubject: 'Convite para {name}',
  invitation:
    'Recebeu um convite para {name}. Siga este link para entrar:\n\n{url}\n\nServe uma única vez e durante {days} dias.',
  portalSubject: 'O seu acesso a {name}',
  portal:
    '{name} disponibiliza os seus projetos e faturas em linha. Siga este link para os consultar:\n\n{url}\n\nServe uma única vez e durante {days} dias. Depois, entre com este endereço em {page}\n\nSe não conhece {name}, não é preciso fazer nada: sem este e-mail, ninguém consegue entrar.',
};

const dutch: SignInTexts = {
  codeSubject: 'Uw inlogcode',
  code: 'Uw inlogcode:\n\n{code}\n\nDeze code werkt één keer en is {minutes} minuten geldig. Deel de code met niemand.\n\nHebt u dit niet zelf aangevraagd? Dan hoeft u niets te doen: zonder deze e-mail komt niemand binnen.',
  linkSubject: 'Uw inloglink',
  link: 'Volg deze link om in te loggen:\n\n{url}\n\nDe link werkt één keer en is {minutes} minuten geldig.\n\nHebt u dit niet zelf aangevraagd? Dan hoeft u niets te doen: zonder deze e-mail komt niemand binnen.',
  invitationSubject: 'Uitnodiging voor {name}',
  invitation:
    'U bent uitgenodigd voor {name}. Volg deze link om in te loggen:\n\n{url}\n\nDe link werkt één keer en is {days} dagen geldig.',
  portalSubject: 'Uw toegang tot {name}',
  portal:
    'Bij {name} kunt u uw projecten en facturen online bekijken. Dit is uw link:\n\n{url}\n\nDe link werkt één keer en is {days} dagen geldig. Log daarna met dit adres in op {page}\n\nKent u {name} niet? Dan hoeft u niets te doen: zonder deze e-mail komt niemand binnen.',
};

const textsByLanguage: Readonly<Record<string, SignInTexts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

const textsIn = (language: string | null | undefined): SignInTexts =>
  pickByLanguage(textsByLanguage, language) ?? english;

const mail = (
  [subject, body]: readonly [string, string],
  values: Readonly<Record<string, string | number>>,
) => ({ subject: fillPlaceholders(subject, values), body: `${fillPlaceholders(body, values)}\n` });

const limits = { minutes: 10, days: 7 };

export function detectSubjectLanguage(subject: string): string {
  const matches = (template: string) => {
    const [before = '', after] = template.split(/\{\w+\}/);
    return after === undefined
      ? subject === template
      : subject.startsWith(before) && subject.endsWith(after);
  };
  const subjectsIn = (language: string) => {
    const { codeSubject, invitationSubject, linkSubject, portalSubject } = textsIn(language);
    const { disabledSubject, failingSubject } = (findCatalogue(language) ?? englishCatalogue)
      .webhookMails;
    return [
      ...[codeSubject, invitationSubject, linkSubject, portalSubject],
      ...[disabledSubject, failingSubject],
    ];
  };
  return (
    Object.keys(textsByLanguage).find((language) => subjectsIn(language).some(matches)) ?? 'en'
  );
}

export type SignInMailRenderer = (language: string | null) => { subject: string; body: string };

export const codeMailRenderer =
  (code: string): SignInMailRenderer =>
  (language) => {
    const words = textsIn(language);
    const formattedCode = `${code.slice(0, 4)} ${code.slice(4)}`;
    return mail([words.codeSubject, words.code], { ...limits, code: formattedCode });
  };

export const linkMailRenderer =
  (url: string): SignInMailRenderer =>
  (language) => {
    const words = textsIn(language);
    return mail([words.linkSubject, words.link], { ...limits, url });
  };

export const invitationMailRenderer =
  (name: string, url: string): SignInMailRenderer =>
  (language) => {
    const words = textsIn(language);
    return mail([words.invitationSubject, words.invitation], { ...limits, name, url });
  };

/** `page` is the sign-in page for later. */
export const portalMailRenderer =
  (name: string, { page, url }: { page: string; url: string }): SignInMailRenderer =>
  (language) => {
    const words = textsIn(language);
    return mail([words.portalSubject, words.portal], { ...limits, name, page, url });
  };

/** Null if the clients and workspaces of the address (in lower case) use several or none. */
export async function findLanguageOfAddress(db: Db, email: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ language: string | null }[]>`
    SELECT w.language FROM "Person" p JOIN "User" u ON u."personId" = p.id AND u.active
      JOIN "Workspace" w ON w."accountId" = u."accountId" AND w."deletedAt" IS NULL WHERE p.email = ${email}
    UNION SELECT coalesce(l.language, w.language) FROM "Contact" c
      JOIN "Client" l ON l."accountId" = c."accountId" AND l.id = c."clientId"
      JOIN "Workspace" w ON w."accountId" = c."accountId" AND w."deletedAt" IS NULL
      WHERE ${hasAccessWithEmailSql(Prisma.sql`${email}`)} LIMIT 100`;
  const languages = new Set(rows.map(({ language }) => primaryLanguage(language) || null));
  return languages.size === 1 ? ([...languages][0] ?? null) : null;
}
