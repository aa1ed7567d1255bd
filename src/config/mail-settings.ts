import { z } from 'zod';
import { urlSetting } from './value-parsers.ts';

/** What the environment says of how mail is sent. */
export const mailSettings = {
  SMTP_URL: {
    default: '',
    meaning: 'Mail server, like smtp://user:password@host:587; unset: mail is kept, not sent.',
  },
  MAIL_FROM: {
    default: '',
    meaning: 'Address that mail comes from; the user of SMTP_URL when unset.',
  },
} as const;

const isAddress = (value: string) => /^[^\s@<>()",;]+@[^\s@<>()",;]+$/.test(value);

/** The user that a mail server's URL names; none where it cannot be read. */
function userOf(value: string): string {
  try {
    return decodeURIComponent(new URL(value).username);
  } catch {
    return '';
  }
}

export const mailEnvironmentSchema = {
  SMTP_URL: urlSetting(/^smtps?:$/, 'must be a URL like smtp://user:password@host:587'),
  MAIL_FROM: z
    .string()
    .refine(
      (value) => value === '' || isAddress(value),
      'must be an e-mail address, like invoices@example.com',
    ),
};

/** How mail is sent. */
export interface MailSettings {
  /** Of the mail server, with user and password. */
  url: string;
  /** The address that mail comes from. */
  from: string;
}

interface Given {
  SMTP_URL: string;
  MAIL_FROM: string;
}

const senderOf = ({ SMTP_URL, MAIL_FROM }: Given) => MAIL_FROM || userOf(SMTP_URL);

/** How mail is sent; undefined where it is kept. */
export function mailSettingsOf(data: Given): MailSettings | undefined {
  return data.SMTP_URL === '' ? undefined : { url: data.SMTP_URL, from: senderOf(data) };
}

/** Somebody has to be named whom mail comes from. */
export function validateMailSettings(data: Given): (readonly [string, string])[] {
  if (data.SMTP_URL === '' || isAddress(senderOf(data))) return [];
  const message = 'is required with SMTP_URL, unless the user of that is an e-mail address';
  return [['MAIL_FROM', message]];
}
