import { pickByLanguage } from '../../platform/text/language-tags.ts';

/** Reminders of open invoices. The text depends on whether the invoice is overdue. */

const reminder = (subject: string, lines: readonly string[]) => ({
  subject,
  body: lines.join('\n'),
});

const online = (words: string) => [
  `{% if invoice.viewOnlineUrl %}${words}: {{ invoice.viewOnlineUrl }}`,
  '{% endif %}',
];

const english = reminder('Payment reminder: invoice {{ invoice.number }}', [
  'Hello {{ contact.firstName }},',
  '',
  '{% if reminder.daysOverdue %}Invoice {{ invoice.number }} was due by {{ invoice.dueDate }}, and {{ invoice.amountDue }} of it is still open. Please pay it now.{% else %}Invoice {{ invoice.number }} is due by {{ invoice.dueDate }}; {{ invoice.amountDue }} of it is still open.{% endif %} If you have paid in the meantime, please ignore this e-mail.',
  ...online('You can view the invoice online'),
  'Kind regards,',
  '{{ workspace.name }}',
]);

const known: Readonly<Record<string, typeof english>> = {
  en: english,
  de: reminder('Zahlungserinnerung zur Rechnung {{ invoice.number }}', [
    'Guten Tag {{ contact.firstName }},',
    '',
    '{% if reminder.daysOverdue %}die Rechnung {{ invoice.number }} war am {{ invoice.dueDate }} fällig; davon sind noch {{ invoice.amountDue }} offen. Bitte überweisen Sie den Betrag jetzt.{% else %}die Rechnung {{ invoice.number }} ist am {{ invoice.dueDate }} fällig; davon sind noch {{ invoice.amountDue }} offen.{% endif %} Falls Sie inzwischen gezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
    ...online('Rechnung online ansehen'),
    'Freundliche Grüße',
    '{{ workspace.name }}',
  ]),
  fr: reminder('Rappel de paiement : facture {{ invoice.number }}', [
    'Bonjour {{ contact.firstName }},',
    '',
    '{% if reminder.daysOverdue %}La facture {{ invoice.number }} était à régler au plus tard le {{ invoice.dueDate }} ; il reste {{ invoice.amountDue }} à payer. Nous vous remercions de bien vouloir la régler dès à présent.{% else %}La facture {{ invoice.number }} est à régler au plus tard le {{ invoice.dueDate }} ; il reste {{ invoice.amountDue }} à payer.{% endif %} Si vous l’avez réglée entre-temps, merci de ne pas tenir compte de cet e-mail.',
    ...online('Consulter la facture en ligne '),
    'Cordialement,',
    '{{ workspace.name }}',
  ]),
  es: reminder('Recordatorio de pago de la factura {{ invoice.number }}', [
    'Hola, {{ contact.firstName }}:',
    '',
    '{% if reminder.daysOverdue %}La factura {{ invoice.number }} venció el {{ invoice.dueDate }} y quedan {{ invoice.amountDue }} pendientes de pago. Le rogamos que los abone ahora.{% else %}La factura {{ invoice.number }} vence el {{ invoice.dueDate }} y quedan {{ invoice.amountDue }} pendientes de pago.{% endif %} Si ya ha realizado el pago, no tenga en cuenta este correo.',
    ...online('Puede ver la factura en línea'),
    'Un saludo,',
    '{{ workspace.name }}',
  ]),
  it: reminder('Sollecito di pagamento della fattura {{ invoice.number }}', [
    'Buongiorno {{ contact.firstName }},',
    '',
    '{% if reminder.daysOverdue %}la fattura {{ invoice.number }} è scaduta il {{ invoice.dueDate }} e restano da pagare {{ invoice.amountDue }}. La preghiamo di provvedere ora al pagamento.{% else %}la fattura {{ invoice.number }} scade il {{ invoice.dueDate }} e restano da pagare {{ invoice.amountDue }}.{% endif %} Se ha già pagato nel frattempo, non tenga conto di questa e-mail.',
    ...online('Può vedere la fattura online'),
    'Cordiali saluti,',
    '{{ workspace.name }}',
  ]),
  pt: reminder('Lembrete de pagamento da fatura {{ invoice.number }}', [
    'Olá, {{ contact.firstName }},',
    '',
    '{% if reminder.daysOverdue %}A fatura {{ invoice.number }} venceu em {{ invoice.dueDate }} e falta pagar {{ invoice.amountDue }}. Pedimos que efetue agora o pagamento.{% else %}A fatura {{ invoice.number }} vence em {{ invoice.dueDate }} e falta pagar {{ invoice.amountDue }}.{% endif %} Se entretanto já pagou, não considere este e-mail.',
    ...online('Pode ver a fatura online'),
    'Com os melhores cumprimentos,',
    '{{ workspace.name }}',
  ]),
  nl: reminder('Betalingsherinnering voor factuur {{ invoice.number }}', [
    'Beste {{ contact.firstName }},',
    '',
    '{% if reminder.daysOverdue %}Factuur {{ invoice.number }} had uiterlijk op {{ invoice.dueDate }} betaald moeten zijn; er staat nog {{ invoice.amountDue }} open. Wilt u dit bedrag nu betalen?{% else %}Factuur {{ invoice.number }} moet uiterlijk op {{ invoice.dueDate }} betaald zijn; er staat nog {{ invoice.amountDue }} open.{% endif %} Hebt u inmiddels betaald, dan kunt u deze e-mail als niet verzonden beschouwen.',
    ...online('Bekijk de factuur online'),
    'Met vriendelijke groet,',
    '{{ workspace.name }}',
  ]),
};

export const defaultReminderMailText = (language: string) =>
  pickByLanguage(known, language) ?? english;
