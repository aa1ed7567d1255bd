import type { Hono } from 'hono';
import { html } from 'hono/html';
import { acceptedSignInTexts } from '../locales/sign-in-page-texts.ts';
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

/** /admin: users, API keys and settings of a workspace. */
export function createAdminPage(
  signInOptions: PageSignInOptions,
  csvFiles: readonly string[],
): Hono {
  return createContentPage({
    path: '/admin',
    title: 'Workspace settings',
    style: adminStyle,
    module: 'admin',
    hasImages: true,
    data: {
      texts: acceptedSignInTexts(undefined).texts,
      csvFiles,
      roles: userRoles,
      areas: permissionAreas.map((name) => ({
        name,
        meaning: permissionAreaDescriptions[name],
        generalScopes: generalScopesOf(name),
      })),
    },
    signInOptions,
    content: () => content(signInOptions),
  });
}

/** The general scopes (`read`, `write`) that include this area. */
const generalScopesOf = (area: PermissionArea) =>
  (['read', 'write'] as const).filter(
    (access) =>
      findMissingScopes(grantedPermissions([access]), requiredPermissions(`${area}:${access}`))
        .length === 0,
  );

type Section = readonly [id: string, title: string, text: string];

/** Sections by group of the navigation. `{provider}` is replaced by the state of single sign-on. */
const sectionGroups = [
  [
    'Workspace',
    [
      ['company', 'Company', 'Details printed on new invoices, and your time zone.'],
      [
        'invoices',
        'Invoices and e-mails',
        'Defaults of new invoices, bank account, and addresses of e-mails.',
      ],
      [
        'numbering',
        'Numbering',
        'Formats contain a run of # or {SEQ:4} for the counter, and optionally {YYYY}, {YY}, {MM} and {CLIENT}.',
      ],
      ['design', 'Design', 'Logo, colour and paper of invoices.'],
    ],
  ],
  [
    'Access',
    [
      [
        'users',
        'Users',
        'People who work in the workspace, each with a role. Deactivated people keep their records but get no new ones.',
      ],
      [
        'keys',
        'API keys',
        'API keys let programs read and write. Create one key per program, with only the scopes that it needs.',
      ],
      [
        'webhooks',
        'Webhooks',
        'Each event of the workspace is sent to the webhook endpoints that want it, as a signed request. Failed requests are repeated for three days.',
      ],
      [
        'portal',
        'Client portal',
        'Contacts with portal access see the projects and invoices that you share with them. Send a contact a one-time link, valid for 7 days. After that they sign in with their e-mail address.',
      ],
      [
        'ways',
        'Sign-in methods',
        'Invited people sign in with a code or link by e-mail, or with a password. {provider} With two-factor authentication, they also enter a code from an app. Everyone manages their own methods in their account.',
      ],
    ],
  ],
  [
    'Data',
    [
      [
        'books',
        'Accounting',
        'Export records as CSV files for spreadsheets and accountants, and download the account statement of a client.',
      ],
      [
        'rates',
        'Exchange rates',
        'Reports in a single currency use them. To import many, use “actiongraph rates”.',
      ],
      [
        'export',
        'Export workspace',
        'All records of the workspace in one file for “actiongraph import”, without API keys, invitations and sign-in data. For owners only. The audit log records each download.',
      ],
    ],
  ],
] as const satisfies readonly (readonly [string, readonly Section[]])[];

const section = (
  [id, title, text]: Section,
  singleSignOn: string,
) => html`<section data-view="${id}" aria-labelledby="${id}-title" hidden>
<h2 id="${id}-title">${title}</h2>
<p class="soft">${text.replace('{provider}', singleSignOn)}</p>
<div id="${id}">${id === 'ways' ? html`<p><a href="/sign-in">Your account</a></p>` : ''}</div>
</section>
`;

const content = ({ provider }: PageSignInOptions) => {
  const singleSignOn = provider
    ? `They can also sign in with ${provider}.`
    : 'Single sign-on is not configured (OIDC_ISSUER).';
  return html`<h1>Workspace settings</h1>
<noscript>This page needs JavaScript. GraphQL and the command line have the same settings.</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<p id="notice" role="status" hidden></p>
<div id="content" hidden>
<nav id="sections" aria-label="Settings">
${sectionGroups.map(
  ([
    title,
    sections,
  ]) => html`<div><b>${title}</b>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</div>
`,
)}</nav>
<div>${sectionGroups.flatMap(([, sections]) => sections.map((entry) => section(entry, singleSignOn)))}</div>
</div>`;
};
