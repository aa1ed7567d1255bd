import { pickByLanguage } from '../../platform/text/language-tags.ts';

/** E-mails with a credit note. */

const creditNote = (subject: string, lines: readonly string[]) => ({
  subject,
  body: lines.join('\n'),
});

const online = (words: string) => [
  `{% if invoice.viewOnlineUrl %}${words}: {{ invoice.viewOnlineUrl }}`,
  '{% endif %}',
];

const english = creditNote('Credit note {{ creditNote.number }} for invoice {{ invoice.number }}', [
  'Hello {{ contact.firstName }},',
  '',
  'Here is credit note {{ creditNote.number }} for {{ creditNote.total }}, which corrects invoice {{ invoice.number }}.{% if creditNote.refunded %} We are refunding {{ creditNote.refunded }} of it.{% endif %}{% if creditNote.kept %} {{ creditNote.kept }} of it is kept as credit for your next invoices.{% endif %} {% if creditNote.stillDue %}{{ creditNote.stillDue }} of the invoice is still due by {{ invoice.dueDate }}.{% else %}There is nothing left to pay on the invoice.{% endif %}',
  ...online('You can view the invoice online'),
  'Kind regards,',
  '{{ workspace.name }}',
]);

const known: Readonly<Record<string, typeof english>> = {
  en: english,
  de: creditNote('Rechnungskorrektur {{ creditNote.number }} zur Rechnung {{ invoice.number }}', [
    'Guten Tag {{ contact.firstName }},',
    '',
    'anbei erhalten Sie die Rechnungskorrektur {{ creditNote.number }} über {{ creditNote.total }} zur Rechnung {{ invoice.number }}.{% if creditNote.refunded %} Davon erstatten wir Ihnen {{ creditNote.refunded }}.{% endif %}{% if creditNote.kept %} {{ creditNote.kept }} davon bleiben als Guthaben für Ihre nächsten Rechnungen.{% endif %} {% if creditNote.stillDue %}Offen sind noch {{ creditNote.stillDue }}, zahlbar bis zum {{ invoice.dueDate }}.{% else %}Aus der Rechnung ist nichts mehr zu zahlen.{% endif %}',
    ...online('Rechnung online ansehen'),
    'Freundliche Grüße',
    '{{ workspace.name }}',
  ]),
  fr: creditNote('Avoir {{ creditNote.number }} sur la facture {{ invoice.number }}', [
    'Bonjour {{ contact.firstName }},',
    '',
    'Veuillez trouver ci-joint l’avoir {{ creditNote.number }} d’un montant de {{ creditNote.total }}, relatif à la facture {{ invoice.number }}.{% if creditNote.refunded %} Nous vous remboursons {{ creditNote.refunded }} sur ce montant.{% endif %}{% if creditNote.kept %} {{ creditNote.kept }} sont conservés en crédit pour vos prochaines factures.{% endif %} {% if creditNote.stillDue %}Il reste {{ creditNote.stillDue }} à régler au plus tard le {{ invoice.dueDate }}.{% else %}Il ne reste rien à régler sur cette facture.{% endif %}',
    ...online('Consulter la facture en ligne '),
    'Cordialement,',
    '{{ workspace.name }}',
  ]),
  es: creditNote(
    'Factura rectificativa {{ creditNote.number }} de la factura {{ invoice.number }}',
    [
      'Hola, {{ contact.firstName }}:',
      '',
      'Le enviamos la factura rectificativa {{ creditNote.number }} por un importe de {{ creditNote.total }}, relativa a la factura {{ invoice.number }}.{% if creditNote.refunded %} De este importe le reembolsamos {{ creditNote.refunded }}.{% endif %}{% if creditNote.kept %} De este importe, {{ creditNote.kept }} quedan como saldo a favor para sus próximas facturas.{% endif %} {% if creditNote.stillDue %}Quedan pendientes {{ creditNote.stillDue }}, con vencimiento el {{ invoice.dueDate }}.{% else %}No queda nada pendiente de pago de esa factura.{% endif %}',
      ...online('Puede ver la factura en línea'),
      'Un saludo,',
      '{{ workspace.name }}',
    ],
  ),
  it: creditNote('Nota di credito {{ creditNote.number }} per la fattura {{ invoice.number }}', [
    'Buongiorno {{ contact.firstName }},',
    '',
    'in allegato trova la nota di credito {{ creditNote.number }} di {{ creditNote.total }}, relativa alla fattura {{ invoice.number }}.{% if creditNote.refunded %} Di questo importo Le rimborsiamo {{ creditNote.refunded }}.{% endif %}{% if creditNote.kept %} Di questo importo, {{ creditNote.kept }} restano a credito per le Sue prossime fatture.{% endif %} {% if creditNote.stillDue %}Restano da pagare {{ creditNote.stillDue }} entro il {{ invoice.dueDate }}.{% else %}Della fattura non resta nulla da pagare.{% endif %}',
    ...online('Può vedere la fattura online'),
    'Cordiali saluti,',
    '{{ workspace.name }}',
  ]),
  pt: creditNote('Nota de crédito {{ creditNote.number }} da fatura {{ invoice.number }}', [
    'Olá, {{ contact.firstName }},',
    '',
    'Enviamos em anexo a nota de crédito {{ creditNote.number }} no valor de {{ creditNote.total }}, relativa à fatura {{ invoice.number }}.{% if creditNote.refunded %} Desse valor, reembolsamos {{ creditNote.refunded }}.{% endif %}{% if creditNote.kept %} Desse valor, {{ creditNote.kept }} ficam como saldo a favor para as suas próximas faturas.{% endif %} {% if creditNote.stillDue %}Falta pagar {{ creditNote.stillDue }} até {{ invoice.dueDate }}.{% else %}Não falta pagar nada desta fatura.{% endif %}',
    ...online('Pode ver a fatura online'),
    'Com os melhores cumprimentos,',
    '{{ workspace.name }}',
  ]),
  nl: creditNote('Creditnota {{ creditNote.number }} bij factuur {{ invoice.number }}', [
    'Beste {{ contact.firstName }},',
    '',
    'In de bijlage vindt u creditnota {{ creditNote.number }} van {{ creditNote.total }} bij factuur {{ invoice.number }}.{% if creditNote.refunded %} Daarvan betalen we {{ creditNote.refunded }} aan u terug.{% endif %}{% if creditNote.kept %} Daarvan blijft {{ creditNote.kept }} als tegoed staan voor uw volgende facturen.{% endif %} {% if creditNote.stillDue %}Er staat nog {{ creditNote.stillDue }} open, te betalen uiterlijk op {{ invoice.dueDate }}.{% else %}Van de factuur staat niets meer open.{% endif %}',
    ...online('Bekijk de factuur online'),
    'Met vriendelijke groet,',
    '{{ workspace.name }}',
  ]),
};

export const defaultCreditNoteMailText = (language: string) =>
  pickByLanguage(known, language) ?? english;
