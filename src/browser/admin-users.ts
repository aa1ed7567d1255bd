/** The users of a workspace, for those who run it. */

import { trying } from './graphql-client.ts';
import { change } from './record-actions.ts';
import { faults, fieldOf, formFor, valuesOf } from './forms.ts';
import { button, element, make, time } from './page-elements.ts';

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

const { roles } = JSON.parse(element('#page-data').textContent ?? '{}') as { roles: string[] };

/** What the roles are called here. */
const word = (role: string) => role.charAt(0) + role.slice(1).toLowerCase();
const choices = roles.map((role) => [role, word(role)] as const);

const nameOf = ({ firstName, lastName, email }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** How far somebody is with signing in. */
function stateOf({ signIn, invitationExpiresAt }: User): string {
  const until = invitationExpiresAt ? ` until ${time(invitationExpiresAt)}` : '';
  const states: Record<string, string> = {
    SIGNS_IN: 'signs in',
    INVITED: `invited${until}`,
    INVITATION_OVER: 'did not accept the invitation in time',
  };
  return states[signIn] ?? 'not invited';
}

function inviteButton({ id, email, signIn }: User, name: string, done: Done): HTMLButtonElement {
  const text = signIn === 'NOT_INVITED' ? 'Invite' : 'Invite again';
  const invite = button(text, () =>
    trying(async () => {
      await change('inviteUser', 'InviteUserInput', { id });
      await done(
        `An invitation to ${email} is on its way; where no mail is sent, it is in the outbox.`,
      );
    }),
  );
  invite.setAttribute('aria-label', `${text}: ${name}`);
  return invite;
}

/** A user with what can be done about it. */
export function userItem(user: User, done: Done): HTMLLIElement {
  const { id, email, role, active } = user;
  const name = nameOf(user);
  const item = make('li', '', active ? '' : 'ended');
  const who = make('div');
  who.append(make('b', name));
  const tools = make('div', '', 'tools');
  const select = make('select');
  select.setAttribute('aria-label', `Role of ${name}`);
  select.append(...choices.map(([value, text]) => new Option(text, value)));
  select.value = role;
  select.onchange = () =>
    void trying(async () => {
      try {
        await change('updateUser', 'UpdateUserInput', { id, role: select.value });
      } catch (error) {
        select.value = role;
        throw error;
      }
      await done(`${name} is ${word(select.value)} now.`);
    });
  const verb = active ? 'deactivate' : 'reactivate';
  const swap = button(active ? 'Deactivate' : 'Reactivate', () =>
    trying(async () => {
      if (active && !confirm(`${name} will no longer be let in. Deactivate?`)) return;
      await change(`${verb}User`, `${word(verb)}UserInput`, { id });
      await done(`${name} is ${active ? 'inactive' : 'active again'}.`);
    }),
  );
  swap.setAttribute('aria-label', `${word(verb)} ${name}`);
  tools.append(select);
  if (active && user.signIn !== 'SIGNS_IN') tools.append(inviteButton(user, name, done));
  tools.append(swap);
  item.append(who, tools);
  const known = [name !== email && email, active && stateOf(user)].filter(Boolean).join(' · ');
  if (known !== '') item.append(make('span', known, 'more'));
  return item;
}

/** The form for a new user. */
export function userForm(close: () => void, done: Done): HTMLElement {
  return formFor({
    fields: [
      fieldOf({ name: 'email', label: 'E-mail address', type: 'email', required: true }),
      fieldOf({ name: 'firstName', label: 'First name' }),
      fieldOf({ name: 'lastName', label: 'Last name' }),
      fieldOf({ name: 'role', label: 'Role', choices, value: 'MEMBER' }),
    ],
    submit: 'Add the user',
    mutation: `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${faults} } }`,
    input: valuesOf,
    done: () => done('The user was added.'),
    cancel: close,
  });
}
