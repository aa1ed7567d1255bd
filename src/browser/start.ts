/** The page after sign-in: the caller and the first steps. */

import { hasCredentials, isSignedIn, onCallerChanged, restoreCaller } from './credentials.ts';
import { requestGraphqlPartial, runWithErrorDisplay } from './graphql-client.ts';
import { startPageHead } from './key-dialog.ts';
import { requireElement } from './page-elements.ts';

type Counted = { totalCount: number } | null;

interface StartData {
  viewer: {
    user: { email: string; role: string } | null;
    key: { name: string } | null;
    workspace: { name: string | null };
  };
  workspace: { address1: string | null } | null;
  users: Counted;
  apiKeys: Counted;
  clients: Counted;
  invoices: Counted;
}

const query = `{
  viewer { user { email role } key { name } workspace { name } }
  workspace { address1 }
  ${['users', 'apiKeys', 'clients', 'invoices'].map((list) => `${list}(first: 0) { totalCount }`).join(' ')}
}`;

async function show(): Promise<void> {
  const { data } = await requestGraphqlPartial<StartData>(query);
  const { viewer, workspace } = data;
  // A contact of a client.
  if (!viewer.user && !viewer.key) return toSignIn();
  const caller = viewer.user
    ? `Signed in as ${viewer.user.email} (${viewer.user.role.toLowerCase()}).`
    : `API key: ${viewer.key?.name ?? 'unnamed'}.`;
  requireElement('#caller').textContent = caller;
  requireElement('#title').textContent = viewer.workspace.name ?? 'Your workspace';
  const marks = [...document.querySelectorAll<HTMLElement>('[data-count]')];
  for (const mark of marks) {
    const name = mark.dataset.count as 'address1' | 'users' | 'apiKeys' | 'clients' | 'invoices';
    // A new workspace already has its owner.
    const needed = name === 'users' ? 2 : 1;
    const count = name === 'address1' ? Number(!!workspace?.address1) : data[name]?.totalCount;
    mark.textContent = (count ?? 0) >= needed ? 'Done' : '';
  }
  requireElement<HTMLElement>('#steps').hidden = marks.every(({ textContent }) => textContent);
  requireElement<HTMLElement>('#content').hidden = false;
}

const toSignIn = () => location.replace('/sign-in');

const load = () =>
  runWithErrorDisplay(() =>
    show().catch((error: unknown) => {
      // The account page lists the workspaces of a person with several or none.
      if (isSignedIn()) return toSignIn();
      throw error;
    }),
  );

startPageHead();
if (await restoreCaller()) void load();
else toSignIn();
onCallerChanged(() => {
  if (hasCredentials()) void load();
});
