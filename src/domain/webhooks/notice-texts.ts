import { english, findCatalogue } from '../../locales/catalogues.ts';
import { fillPlaceholders } from '../../platform/text/language-tags.ts';

export interface WebhookMail {
  subject: string;
  body: string;
}

export interface WebhookMailValues {
  id: string;
  host: string;
  name: string;
  /** Page with the endpoints. */
  url: string;
}

/** Why the service disables an endpoint. */
export type DisablingReason = keyof (typeof english)['webhookMails']['reasons'];

/** Fallback: English. */
const textsIn = (language: string | null) => (findCatalogue(language) ?? english).webhookMails;

const fill = (
  subject: string,
  body: readonly string[],
  values: Readonly<Record<string, string>>,
): WebhookMail => ({
  subject: fillPlaceholders(subject, values),
  body: `${fillPlaceholders(body.join('\n'), values)}\n`,
});

export function failingMailIn(language: string | null, values: WebhookMailValues): WebhookMail {
  const { failing, failingSubject } = textsIn(language);
  return fill(failingSubject, failing, { ...values });
}

export function disabledMailIn(
  language: string | null,
  reason: DisablingReason,
  values: WebhookMailValues,
): WebhookMail {
  const { disabled, disabledSubject, reasons } = textsIn(language);
  return fill(disabledSubject, disabled, { ...values, reason: reasons[reason] });
}
