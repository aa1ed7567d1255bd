import { byId } from './dom.ts';
import { change, pipeline, receivables } from './figures.ts';
import { ProjectList } from './project-list.ts';
import { connect } from './service.ts';
import type { Session } from './session.ts';
import {
  keepKey,
  keptKey,
  mailCode,
  proveStep,
  type Step,
  signedIn,
  signIn,
  withKey,
} from './session.ts';

/** Changes often come in crowds; the figures are read once for all of them. */
const restMillis = 250;
const mostChanges = 8;

const form = byId('sign-in') as HTMLFormElement;
const alert = form.querySelector('[role=alert]') as HTMLElement;

function say(live: string, className: string): void {
  byId('live').textContent = live;
  byId('live').className = className;
}

/** Shows the workspace of whoever is let in, and what becomes of it; fails where nobody is. */
async function open(session: Session): Promise<void> {
  const service = connect(session);
  const projects = new ProjectList(byId('projects'), service.changeProject);
  let reading = Promise.resolve();
  const read = async () => {
    const dashboard = await service.read();
    document.title = dashboard.workspace.name;
    (byId('dashboard').querySelector('h1') as HTMLElement).textContent = dashboard.workspace.name;
    byId('receivables').replaceChildren(...receivables(dashboard));
    byId('pipeline').replaceChildren(...pipeline(dashboard));
    projects.show(dashboard);
  };
  /** One after the other, so that what was read first is never shown last. */
  const show = () => {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  };
  await show();
  form.hidden = true;
  byId('dashboard').hidden = false;

  let timer: ReturnType<typeof setTimeout> | undefined;
  const showSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      show().catch(() => say('Not up to date', 'lost'));
    }, restMillis);
  };
  say('Connecting …', '');
  const leave = service.follow({
    // What changed while nobody listened is read now.
    open: () => {
      say('Live', 'open');
      showSoon();
    },
    lost: () => say('Connecting again …', 'lost'),
    change: (told) => {
      byId('changes').prepend(change(told));
      while (byId('changes').childElementCount > mostChanges) byId('changes').lastChild?.remove();
      showSoon();
    },
  });
  // A request that is under way when the session ends would be refused, so none is.
  byId('sign-out').onclick = async () => {
    leave();
    clearTimeout(timer);
    await reading.catch(() => undefined);
    await session.end().finally(() => location.reload());
  };
}

/** Does what somebody asked for, and says what went wrong. */
async function trying(work: () => Promise<void>): Promise<void> {
  alert.textContent = '';
  try {
    await work();
  } catch (error) {
    form.hidden = false;
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
}

async function openWithKey(key: string): Promise<void> {
  await open(withKey(key));
  keepKey(key);
}

const code = byId('code');
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;

/** The step of a second factor that is waited for. */
let step: Step | undefined;

/** Has a code mailed first, signs in with it then, and shows what an app says where there is a second factor. */
async function openWithCode(): Promise<void> {
  const email = field('email').value.trim();
  if (code.hidden) {
    await mailCode(email);
    code.hidden = false;
    (form.querySelector('button') as HTMLElement).textContent = 'Sign in';
    field('code').focus();
    return;
  }
  const entered = step
    ? await proveStep(step, field('second').value)
    : await signIn(email, field('code').value);
  if ('headers' in entered) return open(entered);
  step = entered;
  byId('second').hidden = false;
  field('second').focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const isKey =
    event.submitter?.getAttribute('name') === 'with' || document.activeElement === field('key');
  void trying(() => (isKey ? openWithKey(field('key').value.trim()) : openWithCode()));
});

const key = keptKey();
if (key) void trying(() => openWithKey(key));
else {
  const session = await signedIn();
  if (session) void trying(() => open(session));
  else form.hidden = false;
}
