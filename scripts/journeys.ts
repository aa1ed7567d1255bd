/**
 * Carries out what CONTRIBUTING says, each journey in a copy of the project: a field, an operation, a resource. Fails where
 * one takes more than it may, or where other tests fail than those that should.
 * `npm run journeys [-- --only field,operation,resource] [--keep]`
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import type { Edit, Journey } from './journey-steps.ts';
import { journeys } from './journey-steps.ts';
import { refuse, scriptOptions } from './script-options.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const names = journeys.map(({ name }) => name);

const usage = `Usage: npm run journeys -- [--only ${names.join(',')}] [--keep]

Carries out what CONTRIBUTING says, each journey in a copy of the project, with the tests that know of it.
  --only NAMES  those alone, with commas between them
  --keep        leaves the copies, and says where they are`;

const { values: options } = scriptOptions(usage, {
  only: { type: 'string', default: '' },
  keep: { type: 'boolean', default: false },
});

const notCopied = ['node_modules', 'dist', 'data', '.git', 'coverage', 'bench/node_modules'];
/** What commands write: nobody edits it. */
const made =
  /^(openapi\.json|schema\.graphql|lint\/layers\.json|src\/generated\/|dist\/)|\/typed-documents\//;

/** A copy of the project that tests can run in, whoever runs them. */
function copyProject(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'actiongraph-journey-')));
  chmodSync(copy, 0o755);
  const isCopied = (source: string) => !notCopied.includes(relative(packageRoot, source));
  cpSync(packageRoot, copy, { recursive: true, filter: isCopied, preserveTimestamps: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** What is in every file below a folder that somebody wrote. */
function contentsOf(folder: string, below = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(folder, below))) {
    const path = below ? `${below}/${name}` : name;
    if (notCopied.includes(path) || name === 'node_modules' || made.test(path)) continue;
    const file = join(folder, path);
    if (statSync(file).isDirectory()) {
      for (const [inner, text] of contentsOf(folder, path)) found.set(inner, text);
    } else found.set(path, readFileSync(file, 'utf8'));
  }
  return found;
}

function run(
  copy: string,
  [command = '', ...args]: readonly string[],
): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

function edit(copy: string, { file, after, text }: Edit): void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  const place = before.indexOf(after);
  if (place < 0) throw new Error(`${file} no longer has "${after}".`);
  const end = place + after.length;
  writeFileSync(path, `${before.slice(0, end)}${text}${before.slice(end)}`);
}

interface TestReport {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** The names of the tests that failed; files that could not be run are named themselves. */
function failedTests(copy: string, tests: readonly string[]): { failed: string[]; count: number } {
  const report = join(copy, 'journey-tests.json');
  const vitest = ['npx', 'vitest', 'run', ...tests, '--reporter=json', `--outputFile=${report}`];
  const { output } = run(copy, vitest);
  if (!existsSync(report)) return { failed: [output.slice(-2_000)], count: 0 };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  rmSync(report);
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(copy, name);
    const own = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName.trim()}`);
    return own.length === 0 && message ? [`${file}: ${message}`] : own;
  });
  return { failed, count: testResults.flatMap(({ assertionResults }) => assertionResults).length };
}

interface Effort {
  newFiles: string[];
  changedFiles: string[];
  migrations: number;
}

function effortOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Effort {
  const added = [...after.keys()].filter((path) => !before.has(path));
  const isMigration = (path: string) => path.startsWith('prisma/migrations/');
  return {
    newFiles: added.filter((path) => !isMigration(path)),
    changedFiles: [...after].flatMap(([path, text]) =>
      before.has(path) && before.get(path) !== text ? [path] : [],
    ),
    migrations: added.filter(isMigration).length,
  };
}

/** What is wrong with a journey, of the work that it took. */
function overBars({ bars }: Journey, { newFiles, changedFiles, migrations }: Effort): string[] {
  const counts = { newFiles: newFiles.length, changedFiles: changedFiles.length, migrations };
  return Object.entries(counts).flatMap(([name, count]) => {
    const most = bars[name as keyof typeof bars];
    return count > most ? [`${count} ${name}, ${most} at most`] : [];
  });
}

/** Carries a journey out; answers what is wrong with it. */
function travel(journey: Journey, copy: string): string[] {
  const before = contentsOf(copy);
  for (const command of journey.begin) {
    const { ok, output } = run(copy, command);
    if (!ok) return [`${command.join(' ')} failed:\n${output.slice(-3_000)}`];
  }
  for (const one of journey.edits) edit(copy, one);
  for (const command of journey.commands) {
    const { ok, output } = run(copy, command);
    if (!ok) return [`${command.join(' ')} failed:\n${output.slice(-3_000)}`];
  }
  const effort = effortOf(before, contentsOf(copy));
  const { newFiles, changedFiles, migrations } = effort;
  say(`  new files (${newFiles.length}): ${newFiles.join(', ') || 'none'}`);
  say(`  edited files (${changedFiles.length}): ${changedFiles.join(', ')}`);
  say(`  migrations: ${migrations}`);
  const { failed, count } = failedTests(copy, journey.tests);
  const expected = failed.filter((name) => journey.mayFail.some((known) => name.includes(known)));
  const unexpected = failed.filter((name) => !expected.includes(name));
  say(`  tests: ${count} run, ${expected.length} fail that should, ${unexpected.length} others`);
  for (const name of expected) say(`    should fail: ${name}`);
  return [...overBars(journey, effort), ...unexpected.map((name) => `fails: ${name}`)];
}

const wanted = options.only === '' ? names : options.only.split(',');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) refuse(`There is no journey ${unknown.join(', ')}.\n\n${usage}`);
let faults = 0;
for (const journey of journeys) {
  if (!wanted.includes(journey.name)) continue;
  const copy = copyProject();
  const start = Date.now();
  say(`${journey.name}: ${journey.what}`);
  try {
    const wrong = travel(journey, copy);
    faults += wrong.length;
    for (const fault of wrong) say(`  WRONG: ${fault}`);
    say(
      `  ${wrong.length === 0 ? 'as it should be' : 'not as it should be'}, ${Math.round((Date.now() - start) / 1_000)} s`,
    );
  } finally {
    if (options.keep) say(`  kept in ${copy}`);
    else rmSync(copy, { recursive: true, force: true });
  }
}
process.exit(faults > 0 ? 1 : 0);
