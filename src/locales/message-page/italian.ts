import type { MessagePageTexts } from './message-page-texts.ts';

export const italian: MessagePageTexts = {
  noInvoice: 'Qui non c’è nessuna fattura',
  noInvoiceText:
    'Il link potrebbe essere incompleto, oppure il mittente lo ha sostituito. Lo apra di nuovo dall’ultima e-mail ricevuta o ne chieda uno nuovo al mittente.',
  wait: 'Attenda un momento, per favore',
  tooManyLinks:
    'Dal suo indirizzo sono stati aperti troppi link inesistenti. Riprovi tra un minuto.',
  tooManyPdfs:
    'Questo PDF è stato scaricato troppe volte nell’ultimo minuto. Riprovi tra un minuto.',
  busy: 'In questo momento vengono creati molti PDF. Riprovi tra poco.',
  pageNotFound: 'Pagina non trovata',
  pageNotFoundText:
    'A questo indirizzo non c’è nessuna pagina. Controlli il link o riparta dalla pagina iniziale.',
  pageFailed: 'Impossibile mostrare questa pagina',
  notSignedInTab: 'Accesso non effettuato',
  notSignedIn: 'Accesso non effettuato',
  signIn: 'Accedi',
  home: 'Pagina iniziale',
  emailNotVerified:
    'Il suo provider di accesso non indica che l’indirizzo e-mail è verificato; potrebbe appartenere a qualcun altro e quindi non consente l’accesso. Lo faccia verificare presso il provider, oppure acceda con un codice ricevuto via e-mail.',
  domainNotAllowed:
    'Gli indirizzi del suo dominio non sono ammessi per questa via. Acceda con un codice ricevuto via e-mail o si rivolga a chi gestisce il servizio.',
  notInvited:
    'L’indirizzo e-mail indicato dal suo provider di accesso non è conosciuto qui. Chieda un invito a quell’indirizzo e ne segua una volta il link; dopo potrà accedere con il provider.',
  notActive:
    'Non è un utente attivo di nessuno spazio di lavoro. Chieda un invito a uno dei proprietari.',
  away: 'Il suo provider di accesso non è raggiungibile o non funziona. Riprovi tra poco.',
  invalidAnswer:
    'Non è stato possibile verificare la risposta del suo provider di accesso. Ricominci; se non basta, avvisi chi gestisce il servizio.',
  accessDenied: 'Il suo provider di accesso ha negato l’accesso, oppure lei lo ha interrotto.',
  loginRequired: 'Acceda prima presso il suo provider di accesso.',
  interaction: 'Il suo provider di accesso vuole prima chiederle qualcosa. Ricominci.',
  consent: 'Il suo provider di accesso ha prima bisogno del suo consenso. Ricominci.',
  selectAccount: 'Il suo provider di accesso le chiede di scegliere un account. Ricominci.',
  tooManySignIns: 'Dalla sua rete sono arrivati troppi accessi. Attenda un minuto, poi ricominci.',
  misunderstood:
    'Il suo provider di accesso e questo servizio non si capiscono. Avvisi chi gestisce il servizio.',
  begunElsewhere:
    'Questo accesso è stato iniziato in un altro browser, è durato più di dieci minuti o è già concluso. Ricominci.',
};
