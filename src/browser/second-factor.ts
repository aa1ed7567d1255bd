import { postToAuth } from './auth-client.ts';
import { createField, createFormElement, readFormValues } from './forms.ts';
import { createElement, createRevealButton, createSection } from './page-elements.ts';
import { translate } from './translations.ts';

/** Methods in addition to e-mailed codes. */
export interface SignInMethods {
  password: boolean;
  secondFactor: boolean;
  providers: string[];
}

/** Reloads the sign-in methods and shows a message. */
export type OnDone = (what: string) => Promise<void>;

export const authenticatorCodeField = () =>
  createField({
    name: 'code',
    label: translate('codeOfApp'),
    autocomplete: 'one-time-code',
  });

interface Enrolment {
  totpURI: string;
  /** SVG markup. */
  qrCode: string;
  backupCodes: string[];
}

function qrCodeImage(svg: string): Node {
  const svgElement = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  svgElement.setAttribute('role', 'img');
  svgElement.setAttribute('aria-label', translate('qrCode'));
  svgElement.classList.add('qr');
  return document.importNode(svgElement, true);
}

/** Shows the secret once, with a form that verifies the first code. */
function enrolmentSection({ totpURI, qrCode, backupCodes }: Enrolment, done: OnDone): HTMLElement {
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const container = createElement('div', '', 'secret');
  const link = createElement('a', translate('openApp'));
  link.href = totpURI;
  container.append(
    createElement('p', translate('scan')),
    qrCodeImage(qrCode),
    createElement('p', translate('enterSecret')),
    createElement('code', secret.replaceAll(/(.{4})(?=.)/g, '$1 ')),
    link,
    createElement('p', translate('keepCodes')),
    createElement('code', backupCodes.join('\n'), 'codes'),
  );
  const form = createFormElement({
    fields: [createField({ name: 'code', label: translate('codeNow'), required: true })],
    submit: translate('switchOn'),
    send: async (given) => {
      const { failure } = await postToAuth('/two-factor/verify-totp', readFormValues(given));
      if (!failure) await done(translate('isOn'));
      return failure;
    },
    cancel: () => void done(''),
  });
  const section = createElement('div');
  section.append(container, form);
  return section;
}

function setUpForm({ password }: SignInMethods, done: OnDone): HTMLElement {
  const container = createElement('div');
  const form = createFormElement({
    fields: password
      ? [
          createField({
            ...{ name: 'password', label: translate('yourPassword') },
            ...{ type: 'password', autocomplete: 'current-password' },
          }),
        ]
      : [],
    submit: translate('showCode'),
    send: async (given) => {
      const { failure, body: answer } = await postToAuth<Enrolment>(
        '/two-factor/enable',
        readFormValues(given),
      );
      if (!failure) container.replaceChildren(enrolmentSection(answer, done));
      return failure;
    },
    cancel: () => void done(''),
  });
  container.append(form);
  return container;
}

function reauthenticationForm(
  path: string,
  submit: string,
  onSuccess: (answer: Enrolment) => Promise<void>,
) {
  return createFormElement({
    fields: [
      authenticatorCodeField(),
      createField({
        ...{ name: 'password', label: translate('orPassword') },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit,
    send: async (form) => {
      const { failure, body: answer } = await postToAuth<Enrolment>(path, readFormValues(form));
      if (!failure) await onSuccess(answer);
      return failure;
    },
  });
}

export function secondFactorSection(methods: SignInMethods, done: OnDone): HTMLElement {
  if (!methods.secondFactor) {
    const text = translate('factorOff');
    return createSection(
      translate('secondFactor'),
      createElement('p', text, 'soft'),
      createRevealButton(translate('setUp'), () => setUpForm(methods, done)),
    );
  }
  const codes = createElement('div');
  return createSection(
    translate('secondFactor'),
    createElement('p', translate('factorOn'), 'soft'),
    createRevealButton(translate('newCodes'), () =>
      reauthenticationForm(
        '/two-factor/generate-backup-codes',
        translate('makeCodes'),
        async ({ backupCodes }) => {
          const box = createElement('div', '', 'secret');
          box.setAttribute('role', 'status');
          box.append(
            createElement('b', translate('shownOnce')),
            createElement('code', backupCodes.join('\n'), 'codes'),
          );
          codes.replaceChildren(box);
        },
      ),
    ),
    codes,
    createRevealButton(translate('switchOff'), () =>
      reauthenticationForm('/two-factor/disable', translate('switchOffNow'), () =>
        done(translate('isOff')),
      ),
    ),
  );
}
