import type { MessagePageTexts } from './message-page-texts.ts';

export const german: MessagePageTexts = {
  noInvoice: 'Hier gibt es keine Rechnung',
  noInvoiceText:
    'Vielleicht ist der Link unvollständig, oder der Absender hat ihn ersetzt. Öffnen Sie ihn bitte noch einmal aus der letzten E-Mail, oder bitten Sie den Absender um einen neuen.',
  wait: 'Bitte warten Sie einen Moment',
  tooManyLinks:
    'Von Ihrer Adresse wurden zu viele Links geöffnet, die es nicht gibt. Bitte versuchen Sie es in einer Minute noch einmal.',
  tooManyPdfs:
    'Dieses PDF wurde in der letzten Minute zu oft heruntergeladen. Bitte versuchen Sie es in einer Minute noch einmal.',
  busy: 'Gerade werden sehr viele PDFs erstellt. Bitte versuchen Sie es gleich noch einmal.',
  pageNotFound: 'Seite nicht gefunden',
  pageNotFoundText:
    'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link oder beginnen Sie auf der Startseite.',
  pageFailed: 'Diese Seite kann nicht angezeigt werden',
  notSignedInTab: 'Nicht angemeldet',
  notSignedIn: 'Sie sind nicht angemeldet',
  signIn: 'Anmelden',
  home: 'Startseite',
  emailNotVerified:
    'Ihr Anmeldeanbieter sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist. Ohne Bestätigung könnte sie jemand anderem gehören, deshalb ist die Anmeldung damit nicht möglich. Bestätigen Sie die Adresse dort, oder melden Sie sich mit einem Code per E-Mail an.',
  domainNotAllowed:
    'Mit Adressen Ihrer Domain ist die Anmeldung auf diesem Weg nicht möglich. Melden Sie sich mit einem Code per E-Mail an, oder fragen Sie den Betreiber des Dienstes.',
  notInvited:
    'Die E-Mail-Adresse Ihres Anmeldeanbieters ist hier nicht bekannt. Bitten Sie um eine Einladung an diese Adresse und öffnen Sie einmal den Link; danach können Sie sich über den Anbieter anmelden.',
  notActive: 'In keinem Arbeitsbereich sind Sie aktiv. Bitten Sie dort um eine Einladung.',
  away: 'Ihr Anmeldeanbieter ist nicht erreichbar oder gestört. Versuchen Sie es gleich noch einmal.',
  invalidAnswer:
    'Die Antwort Ihres Anmeldeanbieters ließ sich nicht prüfen. Beginnen Sie noch einmal; hilft das nicht, sagen Sie dem Betreiber des Dienstes Bescheid.',
  accessDenied: 'Ihr Anmeldeanbieter hat die Anmeldung abgelehnt, oder Sie haben sie abgebrochen.',
  loginRequired: 'Melden Sie sich zuerst bei Ihrem Anmeldeanbieter an.',
  interaction: 'Ihr Anmeldeanbieter braucht weitere Angaben. Beginnen Sie noch einmal.',
  consent: 'Ihr Anmeldeanbieter braucht zuerst Ihre Zustimmung. Beginnen Sie noch einmal.',
  selectAccount:
    'Bei Ihrem Anmeldeanbieter müssen Sie ein Konto auswählen. Beginnen Sie noch einmal.',
  tooManySignIns:
    'Von Ihrem Anschluss kamen zu viele Anmeldungen. Warten Sie eine Minute, und beginnen Sie dann noch einmal.',
  misunderstood:
    'Der Anmeldeanbieter ist nicht richtig eingerichtet. Sagen Sie dem Betreiber des Dienstes Bescheid.',
  begunElsewhere:
    'Diese Anmeldung wurde in einem anderen Browser begonnen, hat länger als zehn Minuten gedauert oder ist schon abgeschlossen. Beginnen Sie noch einmal.',
};
