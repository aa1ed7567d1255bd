import { byId } from './dom.ts';
import { change, pipeline, receivables } from './figures.ts';
import { ProjectList } from './project-list.ts';
import { connect } from './service.ts';

const storedKey = 'actiongraph-key';
/** Changes often come in crowds; the figures are read once for all of them. */
const restMillis = 250;
const mostChanges = 8;

const signIn = byId('sign-in') as HTMLFormElement;
const alert = signIn.querySelector('[role=alert]') as HTMLElement;

function say(live: string, className: string): void {
  byId('live').textContent = live;
  byId('live').className = className;
}

/** Shows the workspace of a key, and what becomes of it; fails where the key is not taken. */
async function open(key: string): Promise<void> {
  const service = connect(async () => ({ 'x-api-key': key }));
  const projects = new ProjectList(byId('projects'), service.changeProject);
  const show = async () => {
    const dashboard = await service.read();
    document.title = dashboard.workspace.name;
    (byId('dashboard').querySelector('h1') as HTMLElement).textContent = dashboard.workspace.name;
    byId('receivables').replaceChildren(...receivables(dashboard));
    byId('pipeline').replaceChildren(...pipeline(dashboard));
    projects.show(dashboard);
  };
  await show();
  sessionStorage.setItem(storedKey, key);
  signIn.hidden = true;
  byId('dashboard').hidden = false;

  let timer: ReturnType<typeof setTimeout> | undefined;
  const showSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => show().catch(() => say('Not up to date', 'lost')), restMillis);
  };
  say('Connecting …', '');
  service.follow({
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
}

async function ask(key: string): Promise<void> {
  alert.textContent = '';
  try {
    await open(key);
  } catch (error) {
    signIn.hidden = false;
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask(String(new FormData(signIn).get('key')).trim());
});
byId('sign-out').addEventListener('click', () => {
  sessionStorage.removeItem(storedKey);
  location.reload();
});

const key = sessionStorage.getItem(storedKey);
if (key) void ask(key);
else signIn.hidden = false;
