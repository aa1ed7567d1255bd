import { setting } from './setting-table.ts';
import { textSetting, urlSetting } from './value-parsers.ts';

const isEmailAddress = (value: string) => /^[^\s@<>()",;]+@[^\s@<>()",;]+$/.test(value);

/** Empty if the URL is invalid. */
function userOf(value: string): string {
  try {
    return decodeURIComponent(new URL(value).username);
  } catch {
    return '';
  }
}

export const mailSettings = {
  SMTP_URL: setting(
    '',
    'Mail server, like smtp://user:password@host:587 or smtps:// for TLS from the start. Unset: e-mails are kept, not sent.',
    urlSetting(/^smtps?:$/, 'must be a URL like smtp://user:password@host:587'),
  ),
  MAIL_FROM: setting(
    '',
    'Sender address of e-mails. Default: the user of SMTP_URL.',
    textSetting(isEmailAddress, 'must be an e-mail address, like invoices@example.com'),
  ),
};

export interface MailSettings {
  /** With user and password. */
  url: string;
  from: string;
}

interface MailValues {
  SMTP_URL: string;
  MAIL_FROM: string;
}

const senderOf = ({ SMTP_URL, MAIL_FROM }: MailValues) => MAIL_FROM || userOf(SMTP_URL);

export function mailSettingsOf(values: MailValues): MailSettings | undefined {
  return values.SMTP_URL === '' ? undefined : { url: values.SMTP_URL, from: senderOf(values) };
}

export function validateMailSettings(values: MailValues): (readonly [string, string])[] {
  if (values.SMTP_URL === '' || isEmailAddress(senderOf(values))) return [];
  const message = 'is required with SMTP_URL unless its user is an e-mail address';
  return [['MAIL_FROM', message]];
}
