import type pg from 'pg';
import { isOfRows, queryOf, unconfinedScans } from './unscoped-statements.ts';

/** What asks all workspaces by nature, each with why: a server is sent it for every other one. There is to be nothing else. */
const ofAllWorkspaces: readonly { why: string; statement: RegExp }[] = [
  {
    why: 'who signs in is known by session or address, before any workspace is',
    statement: /FROM "(SignInSession|SignInMethod|OAuthGrant)"[^;]*\), own AS MATERIALIZED \(/,
  },
  {
    why: 'a person is shown the workspaces that they may enter, as a user',
    statement:
      /^\s*SELECT u\."accountId", w\.name, u\.id AS "userId", u\.role\s+FROM "User" u JOIN "Workspace" w\b/,
  },
  {
    why: 'and as a contact',
    statement: /^\s*SELECT c\."accountId", w\.name, c\.id AS "contactId"[^;]*FROM "SignInSession"/,
  },
  {
    why: 'the keys of all streams of a process are looked at together, each with its workspace',
    statement: /WHERE \(k\."accountId", k\.id\) IN \(SELECT \* FROM unnest\(/,
  },
  {
    why: 'who is invited may be known from elsewhere',
    statement: /^\s*WITH recipient AS \([^;]*INSERT INTO "SignInMail"/,
  },
  {
    why: 'who is erased is forgotten unless another workspace knows the address',
    statement: /^\s*SELECT address FROM \(\s*SELECT lower\(email\) AS address FROM "User"/,
  },
  {
    why: 'the only workspace of a service is not deleted',
    statement:
      /^\s*SELECT 1 FROM "Workspace" WHERE "accountId" <> \$1 AND "deletedAt" IS NULL LIMIT 1$/,
  },
  {
    why: 'mails whose sender died are looked for once, by the jobs of all workspaces',
    statement: /^\s*SELECT m\."accountId", m\.id, m\.status FROM graphile_worker\.jobs j\s/,
  },
  {
    why: 'invoices and credit notes without a file are looked for once an hour, in all workspaces',
    statement:
      /^\s*SELECT [^;]* FROM "Workspace" w JOIN "(Invoice|CreditNote)" \w USING \("accountId"\)/,
  },
  {
    why: 'answers that were kept long enough are swept by their age',
    statement: /^\s*DELETE FROM "KeptAnswer" WHERE \("accountId", caller, key\) IN \(/,
  },
  {
    why: 'workspaces that were deleted are looked for, and removed one by one',
    statement: /^\s*SELECT "accountId" FROM "Workspace" WHERE "deletedAt" IS NOT NULL ORDER BY 1$/,
  },
  {
    why: 'the administrator of a service lists its workspaces',
    statement:
      /^SELECT "t0"\."accountId", [^;]* WHERE "t0"\."deletedAt" IS NULL ORDER BY "t0"\."accountId" ASC$/,
  },
];

/** Which tables a statement reads of all workspaces, where it may not. */
export async function leftOpen(owner: pg.Pool, statement: string): Promise<string[]> {
  if (ofAllWorkspaces.some((one) => one.statement.test(statement))) return [];
  const query = queryOf(statement);
  return isOfRows(query) ? unconfinedScans(owner, query) : [];
}
