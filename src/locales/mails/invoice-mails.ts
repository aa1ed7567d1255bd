import type { MailKind } from '../../generated/prisma/enums.ts';
import { pickByLanguage } from '../../platform/text/language-tags.ts';
import { defaultCreditNoteMailText } from './credit-note-mails.ts';
import { defaultReminderMailText } from './reminder-mails.ts';

export interface MailText {
  subject: string;
  body: string;
}

/** Other kinds have separate files. */
type Texts = Record<'INVOICE' | 'RECEIPT' | 'CANCELLATION', MailText>;

const letter = (...lines: string[]) => lines.join('\n');

/** A separate line with the link, if the invoice has one. */
const online = (words: string) =>
  letter(`{% if invoice.viewOnlineUrl %}${words}: {{ invoice.viewOnlineUrl }}`, '{% endif %}');

const english: Texts = {
  INVOICE: {
    subject: 'Invoice {{ invoice.number }} from {{ workspace.name }}',
    body: letter(
      'Hello {{ contact.firstName }},',
      '',
      'Here is invoice {{ invoice.number }} for {{ invoice.total }}. {% if invoice.datePaid %}It was paid in full on {{ invoice.datePaid }}.{% else %}Amount due: {{ invoice.amountDue }} by {{ invoice.dueDate }}.{% endif %}',
      online('You can view it online'),
      'Thank you,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Payment received for invoice {{ invoice.number }}',
    body: letter(
      'Hello {{ contact.firstName }},',
      '',
      '{% if payment.whole %}Thank you for your payment of {{ payment.whole }}, which we received on {{ payment.date }}. Of it, {{ payment.amount }} is for invoice {{ invoice.number }}.{% else %}Thank you for your payment of {{ payment.amount }}, which we received on {{ payment.date }} for invoice {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}The invoice is now paid in full.{% else %}{{ invoice.amountDue }} is still due by {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} {{ payment.credit }} of it is kept as credit for your next invoices.{% endif %}',
      online('You can view the invoice online'),
      'Kind regards,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Invoice {{ invoice.number }} is cancelled',
    body: letter(
      'Hello {{ contact.firstName }},',
      '',
      'We have cancelled invoice {{ invoice.number }} for {{ invoice.total }}. There is nothing to pay; please do not use it any more.',
      '',
      'Kind regards,',
      '{{ workspace.name }}',
    ),
  },
};

const german: Texts = {
  INVOICE: {
    subject: 'Rechnung {{ invoice.number }} von {{ workspace.name }}',
    body: letter(
      'Guten Tag {{ contact.firstName }},',
      '',
      'anbei erhalten Sie die Rechnung {{ invoice.number }} über {{ invoice.total }}. {% if invoice.datePaid %}Sie wurde am {{ invoice.datePaid }} vollständig bezahlt.{% else %}Bitte zahlen Sie {{ invoice.amountDue }} bis zum {{ invoice.dueDate }}.{% endif %}',
      online('Online ansehen'),
      'Vielen Dank und freundliche Grüße',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Zahlungseingang zur Rechnung {{ invoice.number }}',
    body: letter(
      'Guten Tag {{ contact.firstName }},',
      '',
      '{% if payment.whole %}vielen Dank für Ihre Zahlung von {{ payment.whole }}, die am {{ payment.date }} bei uns eingegangen ist. Davon entfallen {{ payment.amount }} auf die Rechnung {{ invoice.number }}.{% else %}vielen Dank für Ihre Zahlung von {{ payment.amount }}, die am {{ payment.date }} zur Rechnung {{ invoice.number }} bei uns eingegangen ist.{% endif %} {% if invoice.datePaid %}Die Rechnung ist damit vollständig bezahlt.{% else %}Offen sind noch {{ invoice.amountDue }}, zahlbar bis zum {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} {{ payment.credit }} davon bleiben als Guthaben für Ihre nächsten Rechnungen.{% endif %}',
      online('Rechnung online ansehen'),
      'Freundliche Grüße',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Rechnung {{ invoice.number }} ist storniert',
    body: letter(
      'Guten Tag {{ contact.firstName }},',
      '',
      'wir haben die Rechnung {{ invoice.number }} über {{ invoice.total }} storniert. Es ist nichts zu zahlen; bitte verwenden Sie die Rechnung nicht mehr.',
      '',
      'Freundliche Grüße',
      '{{ workspace.name }}',
    ),
  },
};

const french: Texts = {
  INVOICE: {
    subject: 'Facture {{ invoice.number }} de {{ workspace.name }}',
    body: letter(
      'Bonjour {{ contact.firstName }},',
      '',
      'Veuillez trouver ci-joint la facture {{ invoice.number }} d’un montant de {{ invoice.total }}. {% if invoice.datePaid %}Elle a été réglée intégralement le {{ invoice.datePaid }}.{% else %}Montant à régler : {{ invoice.amountDue }}, au plus tard le {{ invoice.dueDate }}.{% endif %}',
      online('Consulter la facture en ligne '),
      'Cordialement,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Paiement reçu pour la facture {{ invoice.number }}',
    body: letter(
      'Bonjour {{ contact.firstName }},',
      '',
      '{% if payment.whole %}Nous vous remercions de votre paiement de {{ payment.whole }}, reçu le {{ payment.date }}, dont {{ payment.amount }} pour la facture {{ invoice.number }}.{% else %}Nous vous remercions de votre paiement de {{ payment.amount }}, reçu le {{ payment.date }} pour la facture {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}La facture est désormais réglée intégralement.{% else %}Il reste {{ invoice.amountDue }} à régler au plus tard le {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} {{ payment.credit }} sont conservés en crédit pour vos prochaines factures.{% endif %}',
      online('Consulter la facture en ligne '),
      'Cordialement,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Annulation de la facture {{ invoice.number }}',
    body: letter(
      'Bonjour {{ contact.firstName }},',
      '',
      'Nous avons annulé la facture {{ invoice.number }} d’un montant de {{ invoice.total }}. Vous n’avez rien à régler ; merci de ne plus en tenir compte.',
      '',
      'Cordialement,',
      '{{ workspace.name }}',
    ),
  },
};

const spanish: Texts = {
  INVOICE: {
    subject: 'Factura {{ invoice.number }} de {{ workspace.name }}',
    body: letter(
      'Hola, {{ contact.firstName }}:',
      '',
      'Le enviamos la factura {{ invoice.number }} por un importe de {{ invoice.total }}. {% if invoice.datePaid %}Se pagó íntegramente el {{ invoice.datePaid }}.{% else %}Importe pendiente: {{ invoice.amountDue }}, con vencimiento el {{ invoice.dueDate }}.{% endif %}',
      online('Puede verla en línea'),
      'Gracias y un saludo,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Pago recibido de la factura {{ invoice.number }}',
    body: letter(
      'Hola, {{ contact.firstName }}:',
      '',
      '{% if payment.whole %}Gracias por su pago de {{ payment.whole }}, que recibimos el {{ payment.date }} y del que {{ payment.amount }} corresponden a la factura {{ invoice.number }}.{% else %}Gracias por su pago de {{ payment.amount }}, que recibimos el {{ payment.date }} para la factura {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}La factura queda pagada íntegramente.{% else %}Quedan pendientes {{ invoice.amountDue }}, con vencimiento el {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} De ello, {{ payment.credit }} quedan como saldo a favor para sus próximas facturas.{% endif %}',
      online('Puede ver la factura en línea'),
      'Un saludo,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Anulación de la factura {{ invoice.number }}',
    body: letter(
      'Hola, {{ contact.firstName }}:',
      '',
      'Hemos anulado la factura {{ invoice.number }} por un importe de {{ invoice.total }}. No tiene que pagar nada; le rogamos que no la tenga en cuenta.',
      '',
      'Un saludo,',
      '{{ workspace.name }}',
    ),
  },
};

const italian: Texts = {
  INVOICE: {
    subject: 'Fattura {{ invoice.number }} di {{ workspace.name }}',
    body: letter(
      'Buongiorno {{ contact.firstName }},',
      '',
      'in allegato trova la fattura {{ invoice.number }} di {{ invoice.total }}. {% if invoice.datePaid %}È stata pagata per intero il {{ invoice.datePaid }}.{% else %}Importo da pagare: {{ invoice.amountDue }} entro il {{ invoice.dueDate }}.{% endif %}',
      online('Può vederla online'),
      'Grazie e cordiali saluti,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Pagamento ricevuto per la fattura {{ invoice.number }}',
    body: letter(
      'Buongiorno {{ contact.firstName }},',
      '',
      '{% if payment.whole %}grazie per il pagamento di {{ payment.whole }}, ricevuto il {{ payment.date }}, di cui {{ payment.amount }} per la fattura {{ invoice.number }}.{% else %}grazie per il pagamento di {{ payment.amount }}, ricevuto il {{ payment.date }} per la fattura {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}La fattura è ora pagata per intero.{% else %}Restano da pagare {{ invoice.amountDue }} entro il {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} Di cui {{ payment.credit }} restano a credito per le Sue prossime fatture.{% endif %}',
      online('Può vedere la fattura online'),
      'Cordiali saluti,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Annullamento della fattura {{ invoice.number }}',
    body: letter(
      'Buongiorno {{ contact.firstName }},',
      '',
      'abbiamo annullato la fattura {{ invoice.number }} di {{ invoice.total }}. Non c’è nulla da pagare; La preghiamo di non tenerne più conto.',
      '',
      'Cordiali saluti,',
      '{{ workspace.name }}',
    ),
  },
};

const portuguese: Texts = {
  INVOICE: {
    subject: 'Fatura {{ invoice.number }} de {{ workspace.name }}',
    body: letter(
      'Olá, {{ contact.firstName }},',
      '',
      'Enviamos em anexo a fatura {{ invoice.number }} no valor de {{ invoice.total }}. {% if invoice.datePaid %}Foi paga integralmente em {{ invoice.datePaid }}.{% else %}Valor a pagar: {{ invoice.amountDue }} até {{ invoice.dueDate }}.{% endif %}',
      online('Pode vê-la online'),
      'Obrigado e com os melhores cumprimentos,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Pagamento recebido da fatura {{ invoice.number }}',
    body: letter(
      'Olá, {{ contact.firstName }},',
      '',
      '{% if payment.whole %}Agradecemos o seu pagamento de {{ payment.whole }}, recebido em {{ payment.date }}, do qual {{ payment.amount }} se destinam à fatura {{ invoice.number }}.{% else %}Agradecemos o seu pagamento de {{ payment.amount }}, recebido em {{ payment.date }}, relativo à fatura {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}A fatura está agora paga integralmente.{% else %}Falta pagar {{ invoice.amountDue }} até {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} Desse valor, {{ payment.credit }} ficam como saldo a favor para as suas próximas faturas.{% endif %}',
      online('Pode ver a fatura online'),
      'Com os melhores cumprimentos,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Anulação da fatura {{ invoice.number }}',
    body: letter(
      'Olá, {{ contact.firstName }},',
      '',
      'Anulamos a fatura {{ invoice.number }} no valor de {{ invoice.total }}. Não há nada a pagar; pedimos que não a considere.',
      '',
      'Com os melhores cumprimentos,',
      '{{ workspace.name }}',
    ),
  },
};

const dutch: Texts = {
  INVOICE: {
    subject: 'Factuur {{ invoice.number }} van {{ workspace.name }}',
    body: letter(
      'Beste {{ contact.firstName }},',
      '',
      'In de bijlage vindt u factuur {{ invoice.number }} van {{ invoice.total }}. {% if invoice.datePaid %}De factuur is op {{ invoice.datePaid }} volledig betaald.{% else %}Te betalen: {{ invoice.amountDue }}, uiterlijk op {{ invoice.dueDate }}.{% endif %}',
      online('Bekijk de factuur online'),
      'Bedankt en met vriendelijke groet,',
      '{{ workspace.name }}',
    ),
  },
  RECEIPT: {
    subject: 'Betaling ontvangen voor factuur {{ invoice.number }}',
    body: letter(
      'Beste {{ contact.firstName }},',
      '',
      '{% if payment.whole %}Bedankt voor uw betaling van {{ payment.whole }}, die we op {{ payment.date }} hebben ontvangen. Daarvan is {{ payment.amount }} voor factuur {{ invoice.number }}.{% else %}Bedankt voor uw betaling van {{ payment.amount }}, die we op {{ payment.date }} hebben ontvangen voor factuur {{ invoice.number }}.{% endif %} {% if invoice.datePaid %}De factuur is nu volledig betaald.{% else %}Er staat nog {{ invoice.amountDue }} open, te betalen uiterlijk op {{ invoice.dueDate }}.{% endif %}{% if payment.credit %} Daarvan blijft {{ payment.credit }} als tegoed staan voor uw volgende facturen.{% endif %}',
      online('Bekijk de factuur online'),
      'Met vriendelijke groet,',
      '{{ workspace.name }}',
    ),
  },
  CANCELLATION: {
    subject: 'Factuur {{ invoice.number }} is geannuleerd',
    body: letter(
      'Beste {{ contact.firstName }},',
      '',
      'We hebben factuur {{ invoice.number }} van {{ invoice.total }} geannuleerd. U hoeft niets te betalen; gebruik de factuur niet meer.',
      '',
      'Met vriendelijke groet,',
      '{{ workspace.name }}',
    ),
  },
};

const known: Readonly<Record<string, Texts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

/** Default text of a kind of e-mail. */
export function defaultMailText(kind: MailKind, language: string): MailText {
  if (kind === 'REMINDER') return defaultReminderMailText(language);
  if (kind === 'CREDIT_NOTE') return defaultCreditNoteMailText(language);
  return (pickByLanguage(known, language) ?? english)[kind];
}
