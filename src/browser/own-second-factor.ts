/** The second factor of who is signed in. */

import { sendOwn } from './auth-asking.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { make, opening, section } from './page-elements.ts';

/** Which ways in the person has besides what is mailed. */
export interface Methods {
  password: boolean;
  secondFactor: boolean;
  providers: string[];
}

/** Shows anew how the person gets in, and says what was done. */
export type Done = (what: string) => Promise<void>;

/** What shows that whoever sits here is the person, where there is a second factor. */
export const codeField = () =>
  fieldOf({
    name: 'code',
    label: 'Code from your app, or a backup code',
    autocomplete: 'one-time-code',
  });

interface Enrolment {
  totpURI: string;
  /** The same as a picture (SVG). */
  qrCode: string;
  backupCodes: string[];
}

/** A QR code that the service drew. */
function picture(svg: string): Node {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', 'QR code for the app; the secret below says the same');
  drawn.classList.add('qr');
  return document.importNode(drawn, true);
}

/** What the app has to know, shown once, and the form in which it shows that it does. */
function enrolment({ totpURI, qrCode, backupCodes }: Enrolment, done: Done): HTMLElement {
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const place = make('div', '', 'secret');
  const link = make('a', 'Open the app on this device');
  link.href = totpURI;
  place.append(
    make('p', 'Scan this with an app for codes on your telephone:'),
    picture(qrCode),
    make('p', 'or enter this secret in it (as a key based on time):'),
    make('code', secret.replaceAll(/(.{4})(?=.)/g, '$1 ')),
    link,
    make('p', 'Keep these backup codes where you find them without the app. Each counts once.'),
    make('code', backupCodes.join('\n'), 'codes'),
  );
  const form = formOf({
    fields: [fieldOf({ name: 'code', label: 'Code that the app shows now', required: true })],
    submit: 'Switch it on',
    send: async (given) => {
      const { refusal } = await sendOwn('/two-factor/verify-totp', valuesOf(given));
      if (!refusal) await done('The second factor is on.');
      return refusal;
    },
    cancel: () => void done(''),
  });
  const whole = make('div');
  whole.append(place, form);
  return whole;
}

function setUp({ password }: Methods, done: Done): HTMLElement {
  const place = make('div');
  const form = formOf({
    fields: password
      ? [
          fieldOf({
            ...{ name: 'password', label: 'Your password' },
            ...{ type: 'password', autocomplete: 'current-password' },
          }),
        ]
      : [],
    submit: 'Show the code',
    send: async (given) => {
      const { refusal, said } = await sendOwn<Enrolment>('/two-factor/enable', valuesOf(given));
      if (!refusal) place.replaceChildren(enrolment(said, done));
      return refusal;
    },
    cancel: () => void done(''),
  });
  place.append(form);
  return place;
}

function proving(path: string, submit: string, took: (said: Enrolment) => Promise<void>) {
  return formOf({
    fields: [
      codeField(),
      fieldOf({
        ...{ name: 'password', label: 'or your password' },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit,
    send: async (form) => {
      const { refusal, said } = await sendOwn<Enrolment>(path, valuesOf(form));
      if (!refusal) await took(said);
      return refusal;
    },
  });
}

/** Says whether there is a second factor; sets it up, makes new backup codes and switches it off. */
export function secondFactorPart(methods: Methods, done: Done): HTMLElement {
  if (!methods.secondFactor) {
    const text =
      'Off. With it, a code that an app on your telephone shows is asked for after every way in.';
    return section(
      'Second factor',
      make('p', text, 'soft'),
      opening('Set it up', () => setUp(methods, done)),
    );
  }
  const codes = make('div');
  return section(
    'Second factor',
    make('p', 'On: a code of your app is asked for after every way in.', 'soft'),
    opening('New backup codes', () =>
      proving('/two-factor/generate-backup-codes', 'Make new codes', async ({ backupCodes }) => {
        const box = make('div', '', 'secret');
        box.setAttribute('role', 'status');
        box.append(
          make('b', 'They are shown only now:'),
          make('code', backupCodes.join('\n'), 'codes'),
        );
        codes.replaceChildren(box);
      }),
    ),
    codes,
    opening('Switch it off', () =>
      proving('/two-factor/disable', 'Switch it off now', () => done('The second factor is off.')),
    ),
  );
}
