import type { MessagePageTexts } from './message-page-texts.ts';

export const dutch: MessagePageTexts = {
  noInvoice: 'Hier is geen factuur',
  noInvoiceText:
    'Misschien is de link niet volledig, of heeft de afzender hem vervangen. Open hem nog eens vanuit de laatste e-mail, of vraag de afzender om een nieuwe.',
  wait: 'Een ogenblik geduld',
  tooManyLinks:
    'Vanaf uw adres zijn te veel links geopend die niet bestaan. Probeer het over een minuut opnieuw.',
  tooManyPdfs:
    'Deze pdf is in de laatste minuut te vaak gedownload. Probeer het over een minuut opnieuw.',
  busy: 'Er worden op dit moment veel pdf’s gemaakt. Probeer het zo meteen opnieuw.',
  pageNotFound: 'Pagina niet gevonden',
  pageNotFoundText: 'Op dit adres is geen pagina. Controleer de link of begin op de startpagina.',
  pageFailed: 'Deze pagina kan niet worden getoond',
  notSignedInTab: 'Niet ingelogd',
  notSignedIn: 'U bent niet ingelogd',
  signIn: 'Inloggen',
  home: 'Startpagina',
  emailNotVerified:
    'Uw inlogdienst meldt niet dat uw e-mailadres is bevestigd. Het kan van iemand anders zijn en daarom kunt u er niet mee inloggen. Laat het daar bevestigen, of log in met een code per e-mail.',
  domainNotAllowed:
    'Met adressen van uw domein kunt u op deze manier niet inloggen. Log in met een code per e-mail, of vraag het aan de beheerder van deze dienst.',
  notInvited:
    'Het e-mailadres dat uw inlogdienst doorgeeft, is hier niet bekend. Vraag om een uitnodiging op dat adres en volg één keer de link; daarna kunt u met de inlogdienst inloggen.',
  notActive:
    'U bent in geen enkele werkruimte actief. Vraag een van de eigenaren om een uitnodiging.',
  away: 'Uw inlogdienst is niet bereikbaar of heeft een storing. Probeer het zo meteen opnieuw.',
  invalidAnswer:
    'Het antwoord van uw inlogdienst kon niet worden gecontroleerd. Begin opnieuw; helpt dat niet, meld het dan aan de beheerder van deze dienst.',
  accessDenied: 'Uw inlogdienst heeft u niet toegelaten, of u bent voortijdig gestopt.',
  loginRequired: 'Log eerst in bij uw inlogdienst.',
  interaction: 'Uw inlogdienst wil u eerst iets vragen. Begin opnieuw.',
  consent: 'Uw inlogdienst heeft eerst uw toestemming nodig. Begin opnieuw.',
  selectAccount: 'Bij uw inlogdienst moet u een account kiezen. Begin opnieuw.',
  tooManySignIns: 'Vanaf uw netwerk is te vaak ingelogd. Wacht een minuut en begin dan opnieuw.',
  misunderstood:
    'Uw inlogdienst en deze dienst begrijpen elkaar niet. Meld het aan de beheerder van deze dienst.',
  begunElsewhere:
    'Deze aanmelding is in een andere browser begonnen, duurde langer dan tien minuten of is al afgerond. Begin opnieuw.',
};
