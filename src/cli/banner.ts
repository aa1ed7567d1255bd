import type { DemoKey, DemoState } from './demo-key.ts';

const rule = '─'.repeat(78);

export interface BannerInput {
  url: string;
  version: string;
  database: string;
  demo: DemoState;
  /** Token of the demo owner's sign-in link. Null after its use. */
  invitation: string | null;
  command: string;
  now: Date;
}

/** The start-up output of `serve`. Each command is on its own line, so that it can be copied. */
export function formatBanner({
  url,
  version,
  database,
  demo,
  invitation,
  command,
  now,
}: BannerInput): string {
  const key = demo?.state === 'ready' ? demo : null;
  // Later starts may write to logs that others read.
  const shownKey = key?.isNew ? key.key : `in ${key?.path}`;
  const rows = [
    ['Base URL', url],
    ['Docs', `${url}/docs`],
    ['GraphQL', `${url}/graphql`],
    ['Database', database],
    ...(key ? [['accountId', `${key.accountId} (the demo workspace)`]] : []),
    ...(key ? [['X-API-KEY', shownKey]] : []),
    ...(demo?.state === 'kept'
      ? [['Demo', `workspace ${demo.accountId}; its key is in ${demo.path}`]]
      : []),
    ...(invitation ? [['Sign in', `${url}/auth/invitation?token=${invitation} (once)`]] : []),
  ] as [string, string][];
  return [
    '',
    rule,
    `  Actiongraph ${version} is ready.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`),
    rule,
    '',
    ...(key?.isNew ? exampleCommands(url, key, now) : hints(demo, command)),
    'Press Ctrl-C to stop the service. Accepted requests are completed first.',
    '',
  ].join('\n');
}

function exampleCommands(url: string, { key }: DemoKey, now: Date): string[] {
  const curl = (path: string, more = '') =>
    `curl -s -H 'X-API-KEY: ${key}'${more} '${url}/public/action/${path}'`;
  const day = now.toISOString().slice(0, 10);
  const body = JSON.stringify({
    clientName: 'Northwind Books',
    projectName: 'Spring catalogue',
    deliverableName: 'Cover',
    timerStart: `${day}T09:00:00Z`,
    timerEnd: `${day}T10:30:00Z`,
    createClient: true,
    createProject: true,
    createDeliverable: true,
  });
  return [
    '# Search clients by name, phone or contact:',
    curl('clients/search?query=a'),
    '',
    '# Log time; a missing client, project or deliverable is created:',
    curl('timeWorked/create', ` -H 'Content-Type: application/json' -d '${body}'`),
    '',
    '# Open invoices:',
    curl('payableInvoices/search'),
    '',
  ];
}

function hints(demo: DemoState, command: string): string[] {
  const workspace = [
    'Create a workspace with its first key:',
    `  ${command} workspace create --name 'My studio' --owner-email me@example.com`,
    '',
  ];
  const key = (accountId: number, reason: string) => [
    reason,
    `  ${command} keys create --workspace ${accountId} --name 'My key'`,
    '',
  ];
  switch (demo?.state) {
    case 'revoked':
      return key(demo.accountId, 'The demo key was revoked. Create another one for its workspace:');
    case 'ready':
    case 'kept':
      return [];
    case 'gone':
      return [`The demo workspace (accountId ${demo.accountId}) no longer exists.`, ...workspace];
    default:
      return [...workspace, ...key(1, 'Or another key for an existing workspace:')];
  }
}
