import type { Command } from 'commander';
import { findServiceUrl } from '../database/client/service-lock.ts';
import type { Invitation } from '../domain/identities/invitations.ts';
import {
  invitationLink,
  inviteUser,
  queueInvitationMail,
  resetSignIn,
} from '../domain/identities/invitations.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { createUser, deactivateUser, updateUser } from '../domain/workspaces/users.ts';
import type { PrismaClient, User } from '../generated/prisma/client.ts';
import type { Context } from '../platform/context/context.ts';
import { userRoles } from '../platform/permissions/roles.ts';
import { toSingleLine } from '../platform/text/sanitize-text.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, formatTable, withDatabase, workspaceOption } from './command.ts';
import { withOptionNames } from './error-messages.ts';

interface UserOptions {
  workspace: number;
  email: string;
  role?: string;
  json?: boolean;
}

const optionNames = { email: '--email', role: '--role' };

const roles = userRoles.join(', ');

export function addUsersCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('users')
    .helpCommand(false)
    .summary('invite people, change their roles, end their access')
    .description('Manage the people who sign in to a workspace, each with a role.');
  command(group, 'invite', 'invite a person to sign in', cli, invite)
    .description(
      'Creates the user if necessary and prints a one-time sign-in link that is valid for 7 days. It is also ' +
        'e-mailed if the service has a mail server.',
    )
    .option('--role <role>', `${roles} (default: MEMBER, for a new user)`)
    .option('--json', 'print JSON');
  command(group, 'role', 'change the role of a user', cli, role).requiredOption(
    '--role <role>',
    `${roles} (required)`,
  );
  command(group, 'deactivate', 'end a user’s access immediately', cli, deactivate);
  command(
    group,
    'reset',
    'end all sessions and sign-in methods of a user, and print a new link',
    cli,
    reset,
  ).option('--json', 'print JSON');
  group
    .command('list')
    .summary('list the users of a workspace')
    .description('Lists the users of a workspace and their sign-in status.')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  actiongraph users list --workspace 1')
    .action((options: UserOptions) => list(cli, options));
}

type Action = (
  cli: CliContext,
  context: Context,
  prisma: PrismaClient,
  options: UserOptions,
) => Promise<void>;

function command(group: Command, name: string, summary: string, cli: CliContext, action: Action) {
  return group
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'e-mail address of the user (required)')
    .addHelpText(
      'after',
      `\nExample:\n  actiongraph users ${name} --workspace 1 --email ada@meridian.example${name === 'role' ? ' --role ADMIN' : ''}`,
    )
    .action((options: UserOptions) =>
      withDatabase(cli, async ({ prisma }) => {
        const context = await createAdministrationContext(
          prisma,
          options.workspace,
          new Date(),
          cli.command,
        );
        await withOptionNames(optionNames, () => action(cli, context, prisma, options));
      }),
    );
}

const findUser = ({ accountId, db }: Context, email: string): Promise<User | null> =>
  db.user.findFirst({
    where: { accountId, email: { equals: toSingleLine(email), mode: 'insensitive' } },
  });

async function requireUser(context: Context, email: string): Promise<User> {
  const user = await findUser(context, email);
  if (user) return user;
  throw new CommandError(`Workspace ${context.accountId} has no user with the address ${email}.`);
}

async function invite(cli: CliContext, context: Context, _: PrismaClient, options: UserOptions) {
  const { email, role: given } = options;
  const asked = given === undefined ? {} : { role: given.toUpperCase() as never };
  const found = await findUser(context, email);
  const user = found ?? (await createUser(context, { email, ...asked }));
  if (found && given !== undefined) await updateUser(context, { id: found.id, ...asked }, 'patch');
  await sendAndPrintInvitation(cli, context, await inviteUser(context, user.id), options);
}

/** Link with the URL of the running service. Also queues the e-mail if mail is sent. */
export async function sendInvitationLink(
  cli: CliContext,
  context: Context,
  invitation: Invitation,
) {
  const { mail, port, publicUrl = await findServiceUrl(context.db) } = cli.config();
  const link = invitationLink(publicUrl ?? `http://localhost:${port}`, invitation);
  const sendsMail = mail !== undefined;
  if (sendsMail) await queueInvitationMail({ ...context, sendsMail }, invitation, link);
  return { link, sendsMail };
}

/**
 * Prints the link of an invitation, and mails it if mail is sent. It is never stored in the outbox:
 * the workspace could read it there, so its use would prove less.
 */
async function sendAndPrintInvitation(
  cli: CliContext,
  context: Context,
  invitation: Invitation,
  { json: asJson }: UserOptions,
) {
  const { email, id, role: is } = invitation.user;
  const { link, sendsMail } = await sendInvitationLink(cli, context, invitation);
  const expiresAt = invitation.expiresAt.toISOString();
  if (asJson)
    return cli.print(formatJson({ id, email, role: is, link, expiresAt, mailed: sendsMail }));
  cli.note(
    sendsMail
      ? `The link was also e-mailed to ${email}.`
      : 'No e-mail was sent: SMTP_URL is not set.',
  );
  cli.print(link);
}

async function role(
  cli: CliContext,
  context: Context,
  _: PrismaClient,
  { email, role: given = '' }: UserOptions,
) {
  const { id } = await requireUser(context, email);
  const user = await updateUser(context, { id, role: given.toUpperCase() as never }, 'patch');
  cli.print(`${user.email} is ${user.role} of workspace ${context.accountId}.`);
}

async function deactivate(
  cli: CliContext,
  context: Context,
  _: PrismaClient,
  { email }: UserOptions,
) {
  const user = await deactivateUser(context, { id: (await requireUser(context, email)).id });
  cli.print(`${user.email} no longer has access to workspace ${context.accountId}.`);
}

async function reset(
  cli: CliContext,
  context: Context,
  prisma: PrismaClient,
  options: UserOptions,
) {
  const { id, personId } = await requireUser(context, options.email);
  const { now, origin, requestId } = context;
  if (personId !== null) await resetSignIn(prisma, personId, { ...origin, now, requestId });
  await sendAndPrintInvitation(cli, context, await inviteUser(context, id), options);
}

async function list(cli: CliContext, { json: asJson, workspace: accountId }: UserOptions) {
  const { persons, users } = await withDatabase(cli, async ({ prisma }) => {
    const found = await prisma.user.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
    const ids = found.flatMap(({ personId }) => personId ?? []);
    // A separate query, because persons belong to no workspace.
    return { users: found, persons: await prisma.person.findMany({ where: { id: { in: ids } } }) };
  });
  const lastSignIns = new Map(persons.map(({ id, lastSignInAt }) => [id, lastSignInAt]));
  const rows = users.map(({ active, email, id, invitationExpiresAt, personId, role: is }) => ({
    id,
    email,
    role: is,
    active,
    invitedUntil: invitationExpiresAt?.toISOString() ?? null,
    lastSignIn: lastSignIns.get(personId ?? '')?.toISOString() ?? null,
  }));
  if (asJson) return cli.print(formatJson(rows));
  const cells = rows.map((row) => [
    ...[String(row.id), row.email, row.role, row.active ? 'yes' : 'no'],
    ...[row.invitedUntil?.slice(0, 10) ?? '', row.lastSignIn?.slice(0, 10) ?? ''],
  ]);
  cli.print(
    formatTable(['ID', 'E-MAIL', 'ROLE', 'ACTIVE', 'INVITED UNTIL', 'LAST SIGN-IN'], cells),
  );
}
