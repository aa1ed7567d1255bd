import {
  createField,
  createMutationForm,
  mutationResultSelection,
  readFormValues,
} from './forms.ts';
import { runWithErrorDisplay } from './graphql-client.ts';
import {
  createButton,
  createElement,
  formatLocalDateTime,
  requireElement,
} from './page-elements.ts';
import { runRecordMutation } from './record-actions.ts';

export interface User {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: string;
  active: boolean;
  signIn: string;
  invitationExpiresAt: string | null;
}

type Done = (what: string) => Promise<void>;

const { roles } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as {
  roles: string[];
};

const roleName = (role: string) => role.charAt(0) + role.slice(1).toLowerCase();
const choices = roles.map((role) => [role, roleName(role)] as const);

const nameOf = ({ firstName, lastName, email }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

function signInStatus({ signIn, invitationExpiresAt }: User): string {
  const until = invitationExpiresAt ? ` until ${formatLocalDateTime(invitationExpiresAt)}` : '';
  const states: Record<string, string> = {
    SIGNS_IN: 'active',
    INVITED: `invited${until}`,
    INVITATION_OVER: 'invitation expired',
  };
  return states[signIn] ?? 'not invited';
}

function inviteButton({ id, email, signIn }: User, name: string, done: Done): HTMLButtonElement {
  const text = signIn === 'NOT_INVITED' ? 'Invite' : 'Invite again';
  const invite = createButton(text, () =>
    runWithErrorDisplay(async () => {
      await runRecordMutation('inviteUser', 'InviteUserInput', { id });
      await done(`An invitation was sent to ${email}. Without a mail server, it is in the outbox.`);
    }),
  );
  invite.setAttribute('aria-label', `${text}: ${name}`);
  return invite;
}

export function userItem(user: User, done: Done): HTMLLIElement {
  const { id, email, role, active } = user;
  const name = nameOf(user);
  const item = createElement('li', '', active ? '' : 'ended');
  const heading = createElement('div');
  heading.append(createElement('b', name));
  const tools = createElement('div', '', 'tools');
  const select = createElement('select');
  select.setAttribute('aria-label', `Role of ${name}`);
  select.append(...choices.map(([value, text]) => new Option(text, value)));
  select.value = role;
  select.onchange = () =>
    void runWithErrorDisplay(async () => {
      try {
        await runRecordMutation('updateUser', 'UpdateUserInput', { id, role: select.value });
      } catch (error) {
        select.value = role;
        throw error;
      }
      await done(`${name} now has the role ${roleName(select.value)}.`);
    });
  const verb = active ? 'deactivate' : 'reactivate';
  const toggleButton = createButton(active ? 'Deactivate' : 'Reactivate', () =>
    runWithErrorDisplay(async () => {
      if (active && !confirm(`${name} will lose access. Deactivate the user?`)) return;
      await runRecordMutation(`${verb}User`, `${roleName(verb)}UserInput`, { id });
      await done(`${name} was ${active ? 'deactivated' : 'reactivated'}.`);
    }),
  );
  toggleButton.setAttribute('aria-label', `${roleName(verb)} ${name}`);
  tools.append(select);
  if (active && user.signIn !== 'SIGNS_IN') tools.append(inviteButton(user, name, done));
  tools.append(toggleButton);
  item.append(heading, tools);
  const details = [name !== email && email, active && signInStatus(user)]
    .filter(Boolean)
    .join(' · ');
  if (details !== '') item.append(createElement('span', details, 'more'));
  return item;
}

export function userForm(close: () => void, done: Done): HTMLElement {
  return createMutationForm({
    fields: [
      createField({ name: 'email', label: 'E-mail address', type: 'email', required: true }),
      createField({ name: 'firstName', label: 'First name' }),
      createField({ name: 'lastName', label: 'Last name' }),
      createField({ name: 'role', label: 'Role', choices, value: 'MEMBER' }),
    ],
    submit: 'Add user',
    mutation: `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${mutationResultSelection} } }`,
    input: readFormValues,
    done: () => done('The user was added.'),
    cancel: close,
  });
}
