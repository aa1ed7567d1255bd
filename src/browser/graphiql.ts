/** Starts GraphiQL after the caller has signed in. Stored tabs contain no credentials. */

import {
  attachCredentialsToFetch,
  currentStore,
  fetchCaller,
  hasCredentials,
  invalidKeyMessage,
  restoreCaller,
} from './credentials.ts';
import { makeUsableByKeyboard } from './graphiql-controls.ts';
import { focusEditor, keepFocusInEditor } from './graphiql-focus.ts';
import { askForKey, startPageHead } from './key-dialog.ts';
import { requireElement } from './page-elements.ts';

interface Example {
  query: string;
  variables?: string;
}

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

/** GraphiQL's own storage format. */
interface Tabs {
  tabs: Tab[];
  activeTabIndex: number;
}

declare global {
  var MonacoEnvironment: unknown;
  var YogaGraphiQL: { renderYogaGraphiQL(root: Element, options: object): void };
}

const data = JSON.parse(requireElement('#page-data').textContent ?? '') as PageData;

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${source} could not be loaded.`));
    document.head.append(script);
  });
}

/** Fills in the date and an unused invoice number. */
function fillPlaceholders(text: string): string {
  const today = new Date().toLocaleDateString('sv');
  return text
    .replaceAll('{{today}}', today)
    .replaceAll('{{number}}', `DEMO-${Date.now().toString(36).toUpperCase()}`);
}

/** Tabs are stored in the same place as the key. */
const store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'> = {
  get length() {
    return currentStore().length;
  },
  getItem: (name) => currentStore().getItem(name),
  setItem: (name, value) => currentStore().setItem(name, value),
  removeItem: (name) => currentStore().removeItem(name),
  clear: () => undefined,
};

/** Opens the operation in the URL, or the last tab. The values let GraphiQL recognize that tab. */
function initialTab(): object {
  if (new URLSearchParams(location.search).has('query')) return {};
  const storedTabs = store.getItem('graphiql:tabState');
  const state = storedTabs === null ? undefined : (JSON.parse(storedTabs) as Tabs);
  const tab = state?.tabs[state.activeTabIndex];
  if (!tab) return {};
  return {
    initialQuery: tab.query ?? '',
    initialVariables: tab.variables ?? '',
    initialHeaders: tab.headers ?? '',
  };
}

function render(root: HTMLElement): void {
  globalThis.YogaGraphiQL.renderYogaGraphiQL(root, {
    endpoint: data.endpoint,
    title: '',
    logo: '',
    subscriptionsProtocol: 'GRAPHQL_SSE',
    method: 'POST',
    // An operation in the URL would open one more tab after a reload.
    onEditQuery: () => undefined,
    storage: store,
    ...initialTab(),
    shouldPersistHeaders: true,
    showPersistHeadersSettings: false,
    defaultEditorToolsVisibility: 'variables',
    defaultTabs: data.examples.map(({ query, variables }) => ({
      query,
      ...(variables && { variables: fillPlaceholders(variables) }),
    })),
  });
}

async function askAgain(): Promise<void> {
  await askForKey(invalidKeyMessage);
  await focusEditor();
}

async function start(): Promise<void> {
  globalThis.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module: string, label: string) => data.workers[label],
  };
  const loading = load(data.script);
  startPageHead(() => void focusEditor());
  const { errorMessage } = (await restoreCaller()) ? await fetchCaller() : {};
  if (errorMessage !== undefined || !hasCredentials()) await askForKey(errorMessage);
  await loading;
  attachCredentialsToFetch(() => void askAgain());
  requireElement('#loading').remove();
  const root = requireElement<HTMLElement>('#root');
  render(root);
  makeUsableByKeyboard(root);
  keepFocusInEditor(root);
  await focusEditor();
}

void start();
