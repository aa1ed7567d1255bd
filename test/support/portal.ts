import { randomUUID } from 'node:crypto';
import { createContact } from '../../src/domain/contacts/create.ts';
import { createClient } from '../../src/domain/contacts/create-client.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { workspaceOf } from './api.ts';
import { TestBrowser } from './persons.ts';

/** Makes a client with a contact who may enter the portal. */
export async function addPortalContact(
  { context }: TestWorkspace,
  email = `${randomUUID()}@clients.example`,
  { portalAccess = true, clientId }: { portalAccess?: boolean; clientId?: string } = {},
) {
  const id = clientId ?? (await createClient(context, { name: `Client ${randomUUID()}` })).id;
  const contact = { first: 'Ada', last: 'Lovelace', email, clientId: id, portalAccess };
  return { email, clientId: id, contactId: (await createContact(context, contact)).id };
}

/** A contact who signed in by a mailed code. */
export async function enteredContact(api: TestApi, workspace: TestWorkspace = api.ours) {
  const contact = await addPortalContact(workspace);
  const browser = new TestBrowser(api);
  await browser.signIn(contact.email);
  return { ...contact, browser };
}

/** Calls the service as a signed-in person, by its headers. */
export function inTheNameOf(api: TestApi, caller: Readonly<Record<string, string>>): TestWorkspace {
  const request: TestApi['request'] = (path, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('x-api-key');
    for (const [name, value] of Object.entries(caller)) headers.set(name, value);
    return api.request(path, { ...init, headers });
  };
  return workspaceOf({ ...api, request }, api.ours.context, '');
}
