import type { Hono } from 'hono';
import { html } from 'hono/html';
import { acceptedSignInTexts } from '../locales/sign-in-page/index.ts';
import {
  findMissingScopes,
  grantedPermissions,
  type PermissionArea,
  permissionAreaDescriptions,
  permissionAreas,
  requiredPermissions,
} from '../platform/permissions/permissions.ts';
import { userRoles } from '../platform/permissions/roles.ts';
import { adminStyle } from './admin-style.ts';
import { createContentPage } from './content-page.ts';
import type { PageSignInOptions } from './page-frame.ts';

/** The page for those who run a workspace: its users, its API keys, its settings. */
export function createAdminPage(waysIn: PageSignInOptions, csvFiles: readonly string[]): Hono {
  return createContentPage({
    path: '/admin',
    title: 'Admin',
    style: adminStyle,
    module: 'admin',
    data: {
      words: acceptedSignInTexts(undefined).texts,
      csvFiles,
      roles: userRoles,
      areas: permissionAreas.map((name) => ({
        name,
        meaning: permissionAreaDescriptions[name],
        usual: usualOf(name),
      })),
    },
    waysIn,
    content: () => content(waysIn),
  });
}

/** Which of the two scopes for most areas have one: `read` of it, `write` of it. */
const usualOf = (area: PermissionArea) =>
  (['read', 'write'] as const).filter(
    (doing) =>
      findMissingScopes(grantedPermissions([doing]), requiredPermissions(`${area}:${doing}`))
        .length === 0,
  );

const part = (
  id: string,
  title: string,
  text: string,
) => html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="soft">${text}</p>
<div id="${id}"></div>
</section>`;

const content = ({ provider }: PageSignInOptions) => html`<h1>Running the workspace</h1>
<noscript>This page needs JavaScript; the same is in GraphQL, and on the command line.</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="content" hidden>
${part('users', 'Users', 'Those who work in the workspace, with what they are in it. Who is inactive keeps its records and is given no new ones.')}
<section aria-labelledby="ways-title"><h2 id="ways-title">Ways in</h2>
<p class="soft">Whoever was invited gets in by a code or link that is mailed, or by a password where one was set; a second factor is asked for
after each of them where it is on. ${provider ? `They may also sign in with ${provider}, which asks for what it wants to.` : 'No provider of sign-ins is configured (OIDC_ISSUER).'}
Programs send keys.</p></section>
${part('keys', 'API keys', 'What programs send to read and write. Give each program a key of its own, with no more rights than it needs. The key itself is shown once, when it is made.')}
${part('portal', 'Client portal', 'Contacts with access to the portal (portalAccess) see the projects and invoices of their client, as far as those are shown to them. Each can be mailed a link that lets it in once, within seven days; afterwards it signs in by its address.')}
${part('settings', 'Settings', 'What stands on new invoices, and what counts as today.')}
${part('books', 'Books', 'Every kind of record as a CSV file for spreadsheets and accountants, as far as you may read it; and what a client owes and paid, to send to it.')}
${part('rates', 'Exchange rates', 'What currencies were worth, by which figures are told in one currency. Nothing else is converted. A year of them comes from a file: “actiongraph rates”.')}
${part('export', 'Take it along', 'All records of the workspace in one file, of which “actiongraph import” makes an equal workspace. Not in it are keys, invitations and who signs in. For owners only; that it was downloaded is in the log.')}
<h2>Your own sign-in</h2>
<p class="soft">For who signed in; a key has none. The same is at <a href="/sign-in">/sign-in</a>.</p>
<div id="own"></div>
</div>`;
