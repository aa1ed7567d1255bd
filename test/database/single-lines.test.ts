import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { toSingleLine } from '../../src/platform/text/sanitize-text.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  dropDatabase,
  type TestDatabase,
} from '../support/database.ts';
import { useDataFolder } from '../support/service.ts';

/** Combining marks that Unicode 16 and 17 added: Node and PostgreSQL can have different versions of it. */
const newMarks = /[\u1acf-\u1aff\u{10efa}\u{10efb}]/u;

const folder = useDataFolder();

describe('the form of names', () => {
  let home: TestDatabase;
  beforeAll(async () => {
    home = await createTestDatabase();
  });
  afterAll(() => home.drop());

  test('is the same in SQL for every character', async () => {
    const letters = Array.from({ length: 0x2_0000 - 1 }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !newMarks.test(letter));
    const lines = [
      ...letters.map((letter) => ` a${letter}  e${letter}\u0301${letter}`),
      'x \u200b\t y',
    ];
    const { rows } = await home.database.pool.query<{ line: string; single: string }>(
      `SELECT line, "to_single_line"(line) AS single FROM unnest($1::text[]) AS line`,
      [lines],
    );
    expect(rows).toHaveLength(lines.length);
    expect(rows.filter(({ line, single }) => single !== toSingleLine(line))).toEqual([]);
  });

  test('keeps its form', () => {
    for (const line of [' a \u00a0b\u200b c ', '\u2000x', 'e\u200b\u0301', '\u0301 a']) {
      expect(toSingleLine(toSingleLine(line))).toBe(toSingleLine(line));
    }
  });
});

describe('names that an older release or another program wrote', () => {
  let url: string;
  let client: pg.Client;
  let listed: object[];

  beforeEach(async () => {
    url = await createEmptyDatabase();
    await applyMigrations(url);
    client = new pg.Client(url);
    await client.connect();
    await client.query(`INSERT INTO "Workspace" ("accountId", name, "timeZone", currency)
      VALUES (1, 'Ours\u00a0GmbH', 'UTC', 'EUR'), (2, 'Theirs', 'UTC', 'EUR')`);
    await client.query(`INSERT INTO "Client" ("accountId", id, name, "externalId", city) VALUES
      (1, 'cli_1', 'Cafe\u0301', NULL, 'Zu\u0308rich'), (1, 'cli_2', 'Roy  B', 'x\u00a0 1', '\u200b'), (1, 'cli_3', 'Plain', NULL, 'Bern'),
      (2, 'cli_1', 'Roy B', NULL, NULL), (2, 'cli_2', 'Roy\u202fB', NULL, NULL), (2, 'cli_3', 'Roy\u00a0B', NULL, NULL)`);
    await client.query(
      `INSERT INTO "ProjectType" ("accountId", id, name) VALUES (1, 'pty_1', 'Type')`,
    );
    await client.query(`INSERT INTO "Project" ("accountId", id, "clientId", "projectTypeId", name) VALUES (1, 'prj_1', 'cli_1', 'pty_1', 'One'),
      (1, 'prj_2', 'cli_2', 'pty_1', 'A  B'), (1, 'prj_3', 'cli_2', 'pty_1', 'A\u00a0B')`);
    listed = await folder.json<object[]>(['names'], { DATABASE_URL: url });
  });
  afterEach(async () => {
    await client.end();
    await dropDatabase(url);
  });

  test('get one form by a command, and those that would be another’s stay', async () => {
    const { rows } = await client.query(
      `SELECT "accountId" AS account, id, name, "externalId", city, version FROM "Client" ORDER BY 1, 2`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      [1, 'cli_1', 'Café', null, 'Zürich', 3],
      [1, 'cli_2', 'Roy B', 'x 1', null, 4],
      [1, 'cli_3', 'Plain', null, 'Bern', 1],
      [2, 'cli_1', 'Roy B', null, null, 1],
      [2, 'cli_2', 'Roy\u202fB', null, null, 1],
      [2, 'cli_3', 'Roy\u00a0B', null, null, 1],
    ]);
    const projects = await client.query(`SELECT name FROM "Project" ORDER BY id`);
    expect(projects.rows.map((row) => row.name)).toEqual(['One', 'A B', 'A\u00a0B']);
    const workspaces = await client.query(`SELECT name FROM "Workspace" ORDER BY "accountId"`);
    expect(workspaces.rows.map((row) => row.name)).toEqual(['Ours GmbH', 'Theirs']);
  });

  test('that stay are listed, and changed as soon as possible', async () => {
    const settings = { DATABASE_URL: url };
    const reason = 'Key ("accountId", name)=(2, Roy B) already exists.';
    const shared = { workspace: 2, model: 'Client', field: 'name', reason };
    expect(listed).toEqual([
      { ...shared, id: 'cli_2', text: 'Roy\u202fB' },
      { ...shared, id: 'cli_3', text: 'Roy\u00a0B' },
      expect.objectContaining({ workspace: 1, model: 'Project', id: 'prj_3', text: 'A\u00a0B' }),
    ]);
    await client.query(`UPDATE "Client" SET name = 'Renamed ' || id WHERE id = 'cli_1'`);
    await client.query(`UPDATE "Project" SET name = 'Renamed' WHERE id = 'prj_2'`);
    const { stdout } = await folder.runHere(['names'], settings);
    expect(stdout).toMatch(
      /^WORKSPACE +RECORD +ID +FIELD +TEXT +REASON\n2 +Client +cli_3 [^\n]*\n$/,
    );
    await client.query(`DELETE FROM "Client" WHERE "accountId" = 2 AND id = 'cli_3'`);
    const { stdout: none } = await folder.runHere(['names'], settings);
    expect(none).toBe('Every name has one form.\n');
  });
});
