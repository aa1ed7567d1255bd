import { randomUUID } from 'node:crypto';
import { newSignInId } from '../../src/domain/identities/sign-in-ids.ts';
import type { UserRole } from '../../src/platform/permissions/roles.ts';
import type { Answer, TestApi, TestWorkspace } from './api.ts';
import { testPublicUrl } from './api.ts';

/** A person who may sign in, as a user of workspaces. */
export interface TestPerson {
  personId: string;
  email: string;
}

/** Creates a person with a user in each of the workspaces, in the given roles. */
export async function addPerson(
  { database: { prisma } }: TestApi,
  in_: readonly [workspace: TestWorkspace, role: UserRole][] = [],
  email = `${randomUUID()}@persons.example`,
): Promise<TestPerson> {
  const personId = newSignInId('Person');
  await prisma.person.create({ data: { id: personId, email, emailVerified: true } });
  for (const [{ accountId }, role] of in_) {
    await prisma.user.create({ data: { accountId, email, role, personId } });
  }
  return { personId, email };
}

/** The origin of a reset. */
export const byAdministration = () => ({
  ...{ operation: 'users reset', address: null, requestId: 'test', now: new Date() },
});

let browserCount = 0;

/** An address that no other browser of this process has, and that no test names. */
export function nextAddress(): string {
  browserCount += 1;
  return `10.0.${browserCount >> 8}.${browserCount & 255}`;
}

/** A browser. It keeps cookies, and marks each request as sent by a page of the service. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #api: TestApi;
  origin: string | null = testPublicUrl;
  /** Headers of each request. Each browser has a different address. */
  headers: Record<string, string> = { 'x-forwarded-for': nextAddress() };

  constructor(api: TestApi) {
    this.#api = api;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#api.request(path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(this.origin !== null && { origin: this.origin }),
        ...this.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /max-age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get = (path: string) => this.request('GET', path);
  post = (path: string, body: unknown = {}) => this.request('POST', path, body);

  /** Opens a mailed link, and clicks the button of its page. */
  follow = (link: string) => this.request('POST', link);

  gql = (query: string, variables: Record<string, unknown> = {}) =>
    this.post('/graphql', { query, variables });

  /** The words of the newest mail to an address. */
  async mailTo(email: string): Promise<string | undefined> {
    await this.#api.signIn.waitForMails();
    const mail = await this.#api.database.prisma.signInMail.findFirst({
      where: { recipient: email, body: { not: null } },
      orderBy: { id: 'desc' },
    });
    return mail?.body ?? undefined;
  }

  /** Asks for a code by mail and returns it. */
  async codeFor(email: string): Promise<string> {
    await this.post('/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
    const [, first, last] = /^(\d{4}) (\d{4})$/m.exec((await this.mailTo(email)) ?? '') ?? [];
    return `${first}${last}`;
  }

  /** Signs in by a mailed code. */
  async signIn(email: string): Promise<Answer> {
    return this.post('/auth/sign-in/email-otp', { email, otp: await this.codeFor(email) });
  }
}
