/** Starts GraphiQL: asks for an API key first, once, and puts it into the headers of every tab. */

import { makeUsableByKeyboard } from './graphiql-controls.ts';
import { focusEditor, keepFocusInEditor } from './graphiql-focus.ts';
import { element } from './page-elements.ts';

interface Example {
  query: string;
  variables?: string;
}

/** What the page was given by the server. */
interface PageData {
  endpoint: string;
  script: string;
  workers: Record<string, string>;
  examples: Example[];
}

interface Tab {
  query: string | null;
  variables: string | null;
  headers: string | null;
}

/** The tabs as GraphiQL keeps them. */
interface Tabs {
  tabs: Tab[];
  activeTabIndex: number;
}

declare global {
  var MonacoEnvironment: unknown;
  var YogaGraphiQL: { renderYogaGraphiQL(root: Element, options: object): void };
}

const keyName = 'actiongraph:key';
const tabsName = 'graphiql:tabState';

const data = JSON.parse(element('#page-data').textContent ?? '') as PageData;
const dialog = element<HTMLDialogElement>('#key-dialog');
const form = element<HTMLFormElement>('#key-form');
const input = element<HTMLInputElement>('#key');
const remember = element<HTMLInputElement>('#remember');
const problem = element<HTMLElement>('#key-problem');
const submit = element<HTMLButtonElement>('#key-submit');
const cancel = element<HTMLButtonElement>('#key-cancel');

let rendered = false;
let leaving = false;

const plainFetch = window.fetch.bind(window);

/** Where the key, and what is in the tabs, are kept: on this device, or until the browser's tab is closed. */
function currentStore(): Storage {
  return localStorage.getItem(keyName) === null ? sessionStorage : localStorage;
}

function tabsIn(store: Storage): Tabs | undefined {
  const kept = store.getItem(tabsName);
  return kept === null ? undefined : (JSON.parse(kept) as Tabs);
}

/** Why a key does not do; undefined where it does. */
async function problemOf(key: string): Promise<string | undefined> {
  try {
    const answer = await plainFetch(data.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    if (answer.ok) return undefined;
    if (answer.status === 401) {
      return 'This key is not valid: it is mistyped, was revoked, or has expired.';
    }
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    return errors[0]?.message;
  } catch {
    return 'The service cannot be reached. Is it running?';
  }
}

function headersWith(key: string, headers?: string | null): string {
  let others: Record<string, string> = {};
  try {
    others = JSON.parse(headers || '{}');
  } catch {
    // What was typed there is not JSON, and has to give way to the key.
  }
  const kept = Object.entries(others).filter(([name]) => name.toLowerCase() !== 'x-api-key');
  return JSON.stringify({ ...Object.fromEntries(kept), 'X-API-KEY': key }, null, 2);
}

/** Keeps the key, and puts it into the tabs of an earlier visit. */
function keep(key: string): void {
  leaving = rendered;
  const before = currentStore();
  const store = remember.checked ? localStorage : sessionStorage;
  for (const name of Object.keys(before)) {
    if (store === before || !/^(graphiql|actiongraph):/.test(name)) continue;
    store.setItem(name, before.getItem(name) ?? '');
    before.removeItem(name);
  }
  store.setItem(keyName, key);
  const state = tabsIn(store);
  if (!state) return;
  for (const tab of state.tabs) tab.headers = headersWith(key, tab.headers);
  store.setItem(tabsName, JSON.stringify(state));
}

/** Shows the dialog until a key is entered that works, or it is left; answers whether there is a new key. */
function ask(reason: string | undefined, mayCancel: boolean): Promise<boolean> {
  problem.textContent = reason ?? '';
  cancel.hidden = !mayCancel;
  remember.checked = currentStore() === localStorage;
  input.value = '';
  dialog.showModal();
  return new Promise((resolve) => {
    const leave = (entered: boolean) => {
      dialog.close();
      resolve(entered);
    };
    cancel.onclick = () => leave(false);
    dialog.oncancel = (event) => {
      event.preventDefault();
      if (mayCancel) leave(false);
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      const key = input.value.trim();
      submit.disabled = true;
      problem.textContent = '';
      const found = key === '' ? 'Enter a key.' : await problemOf(key);
      submit.disabled = false;
      problem.textContent = found ?? '';
      input.toggleAttribute('aria-invalid', found !== undefined);
      if (found === undefined) {
        keep(key);
        leave(true);
      } else input.select();
    };
  });
}

/** Asks for another key while GraphiQL runs; it reads the tabs anew with the page. */
async function change(reason?: string): Promise<void> {
  if (dialog.open) return;
  if (await ask(reason, true)) location.reload();
  else await focusEditor();
}

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${source} could not be loaded.`));
    document.head.append(script);
  });
}

/** The day, and a number that no invoice has yet, where the examples leave room for them. */
function filledIn(text: string): string {
  const today = new Date().toLocaleDateString('sv');
  return text
    .replaceAll('{{today}}', today)
    .replaceAll('{{number}}', `DEMO-${Date.now().toString(36).toUpperCase()}`);
}

/** A store that takes nothing more once the page is about to be loaded again: GraphiQL writes its tabs down late. */
function untilLeaving(
  store: Storage,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'> {
  return {
    get length() {
      return store.length;
    },
    getItem: (name) => store.getItem(name),
    setItem: (name, value) => {
      if (!leaving) store.setItem(name, value);
    },
    removeItem: (name) => {
      if (!leaving) store.removeItem(name);
    },
    clear: () => store.clear(),
  };
}

/** What GraphiQL opens: an operation in the address, or the tab that was open, by which it knows that one again. */
function opening(store: Storage, headers: string): object {
  if (new URLSearchParams(location.search).has('query')) return { initialHeaders: headers };
  const state = tabsIn(store);
  const tab = state?.tabs[state.activeTabIndex];
  if (!tab) return {};
  return {
    initialQuery: tab.query ?? '',
    initialVariables: tab.variables ?? '',
    initialHeaders: tab.headers ?? '',
  };
}

function render(): void {
  const store = currentStore();
  const headers = headersWith(store.getItem(keyName) ?? '');
  rendered = true;
  globalThis.YogaGraphiQL.renderYogaGraphiQL(element('#root'), {
    endpoint: data.endpoint,
    title: '',
    logo: '',
    subscriptionsProtocol: 'GRAPHQL_SSE',
    method: 'POST',
    // The address stays as it is: an operation in it would open as one more tab when the page is loaded again.
    onEditQuery: () => undefined,
    storage: untilLeaving(store),
    ...opening(store, headers),
    headers,
    shouldPersistHeaders: true,
    showPersistHeadersSettings: false,
    defaultEditorToolsVisibility: 'variables',
    defaultTabs: data.examples.map(({ query, variables }) => ({
      query,
      headers,
      ...(variables && { variables: filledIn(variables) }),
    })),
  });
}

async function start(): Promise<void> {
  globalThis.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module: string, label: string) => data.workers[label],
  };
  const loading = load(data.script);
  const known = currentStore().getItem(keyName);
  const refusal = known === null ? undefined : await problemOf(known);
  if (known === null || refusal !== undefined) await ask(refusal, false);
  await loading;
  window.fetch = async (...request) => {
    const answer = await plainFetch(...request);
    if (answer.status === 401) {
      void change('The key in this tab’s headers was refused. Enter one that works.');
    }
    return answer;
  };
  element<HTMLButtonElement>('#change-key').onclick = () => void change();
  element('#loading').remove();
  render();
  const root = element<HTMLElement>('#root');
  makeUsableByKeyboard(root);
  keepFocusInEditor(root);
  await focusEditor();
}

void start();
