/** The second factor of who is signed in. */

import { sendOwn } from './auth-client.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { make, opening, section } from './page-elements.ts';
import { said } from './translations.ts';

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
    label: said('codeOfApp'),
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
  drawn.setAttribute('aria-label', said('qrCode'));
  drawn.classList.add('qr');
  return document.importNode(drawn, true);
}

/** What the app has to know, shown once, and the form in which it shows that it does. */
function enrolment({ totpURI, qrCode, backupCodes }: Enrolment, done: Done): HTMLElement {
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const place = make('div', '', 'secret');
  const link = make('a', said('openApp'));
  link.href = totpURI;
  place.append(
    make('p', said('scan')),
    picture(qrCode),
    make('p', said('enterSecret')),
    make('code', secret.replaceAll(/(.{4})(?=.)/g, '$1 ')),
    link,
    make('p', said('keepCodes')),
    make('code', backupCodes.join('\n'), 'codes'),
  );
  const form = formOf({
    fields: [fieldOf({ name: 'code', label: said('codeNow'), required: true })],
    submit: said('switchOn'),
    send: async (given) => {
      const { refusal } = await sendOwn('/two-factor/verify-totp', valuesOf(given));
      if (!refusal) await done(said('isOn'));
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
            ...{ name: 'password', label: said('yourPassword') },
            ...{ type: 'password', autocomplete: 'current-password' },
          }),
        ]
      : [],
    submit: said('showCode'),
    send: async (given) => {
      const { refusal, said: answer } = await sendOwn<Enrolment>(
        '/two-factor/enable',
        valuesOf(given),
      );
      if (!refusal) place.replaceChildren(enrolment(answer, done));
      return refusal;
    },
    cancel: () => void done(''),
  });
  place.append(form);
  return place;
}

function proving(path: string, submit: string, took: (answer: Enrolment) => Promise<void>) {
  return formOf({
    fields: [
      codeField(),
      fieldOf({
        ...{ name: 'password', label: said('orPassword') },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit,
    send: async (form) => {
      const { refusal, said: answer } = await sendOwn<Enrolment>(path, valuesOf(form));
      if (!refusal) await took(answer);
      return refusal;
    },
  });
}

/** Says whether there is a second factor; sets it up, makes new backup codes and switches it off. */
export function secondFactorPart(methods: Methods, done: Done): HTMLElement {
  if (!methods.secondFactor) {
    const text = said('factorOff');
    return section(
      said('secondFactor'),
      make('p', text, 'soft'),
      opening(said('setUp'), () => setUp(methods, done)),
    );
  }
  const codes = make('div');
  return section(
    said('secondFactor'),
    make('p', said('factorOn'), 'soft'),
    opening(said('newCodes'), () =>
      proving('/two-factor/generate-backup-codes', said('makeCodes'), async ({ backupCodes }) => {
        const box = make('div', '', 'secret');
        box.setAttribute('role', 'status');
        box.append(make('b', said('shownOnce')), make('code', backupCodes.join('\n'), 'codes'));
        codes.replaceChildren(box);
      }),
    ),
    codes,
    opening(said('switchOff'), () =>
      proving('/two-factor/disable', said('switchOffNow'), () => done(said('isOff'))),
    ),
  );
}
