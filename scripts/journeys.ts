/**
 * Runs the extension scenarios of CONTRIBUTING, each in a copy of the project: a field, an operation, a resource. Fails if
 * a scenario exceeds its limits, or if a test fails unexpectedly.
 * `npm run journeys [-- --only field,operation,resource] [--keep]`
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
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
import { dirname, join, relative } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import type { Edit, Scenario } from './journey-steps.ts';
import { scenarios } from './journey-steps.ts';
import { refuse, scriptOptions } from './script-options.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const names = scenarios.map(({ name }) => name);

const usage = `Usage: npm run journeys -- [--only ${names.join(',')}] [--keep]

Runs the extension scenarios of CONTRIBUTING, each in a copy of the project, with the related tests.
  --only NAMES  run these scenarios only, separated by commas
  --keep        keep the copies and print their paths`;

const { values: options } = scriptOptions(usage, {
  only: { type: 'string', default: '' },
  keep: { type: 'boolean', default: false },
});

const excludedPaths = ['node_modules', 'dist', 'data', '.git', 'coverage', 'bench/node_modules'];
/** Files that commands write. They do not count as edits. */
const generatedFiles =
  /^(openapi\.json|schema\.graphql|client\/src\/generated\/|docs\/(permissions|field-names)\.md|src\/generated\/|dist\/)|\/typed-documents\//;

/** Copies the project to a folder that other users can read, because the embedded database may run as another user. */
function copyProject(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'actiongraph-journey-')));
  chmodSync(copy, 0o755);
  const isCopied = (source: string) => !excludedPaths.includes(relative(packageRoot, source));
  cpSync(packageRoot, copy, { recursive: true, filter: isCopied, preserveTimestamps: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The texts of all files that people edit, by path. */
function readSources(root: string, folder = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(join(root, folder))) {
    const path = folder ? `${folder}/${name}` : name;
    if (excludedPaths.includes(path) || name === 'node_modules') continue;
    if (generatedFiles.test(path)) continue;
    const file = join(root, path);
    if (statSync(file).isDirectory()) {
      for (const [inner, text] of readSources(root, path)) texts.set(inner, text);
    } else texts.set(path, readFileSync(file, 'utf8'));
  }
  return texts;
}

const secondsSince = (start: number) => `${Math.round((Date.now() - start) / 1_000)} s`;

/** Prints the command, then its duration. Returns its output. */
function run(
  copy: string,
  [command = '', ...args]: readonly string[],
): { ok: boolean; output: string } {
  process.stdout.write(`  ${[command, ...args].join(' ').replaceAll(`${copy}/`, '')} … `);
  const start = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NO_COLOR: '1' },
  });
  print(secondsSince(start));
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

function applyEdit(copy: string, { file, after, text }: Edit): void {
  const path = join(copy, file);
  if (after === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return;
  }
  const before = readFileSync(path, 'utf8');
  const start = before.indexOf(after);
  if (start < 0) throw new Error(`${file} no longer has "${after}".`);
  const end = start + after.length;
  writeFileSync(path, `${before.slice(0, end)}${text}${before.slice(end)}`);
}

interface TestReport {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Runs tests and returns the names of those that failed. A file that could not run is listed itself. */
function runTests(copy: string, tests: readonly string[]): { failed: string[]; count: number } {
  const report = join(copy, 'journey-tests.json');
  const vitest = ['npx', 'vitest', 'run', ...tests, '--reporter=json', `--outputFile=${report}`];
  const { output } = run(copy, vitest);
  if (!existsSync(report)) return { failed: [output.slice(-2_000)], count: 0 };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  rmSync(report);
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(copy, name);
    const failures = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName.trim()}`);
    return failures.length === 0 && message ? [`${file}: ${message}`] : failures;
  });
  return { failed, count: testResults.flatMap(({ assertionResults }) => assertionResults).length };
}

interface Effort {
  newFiles: string[];
  changedFiles: string[];
  migrations: number;
}

function measureEffort(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Effort {
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

/** The limits that the scenario exceeds. */
function exceededLimits(
  { limits }: Scenario,
  { newFiles, changedFiles, migrations }: Effort,
): string[] {
  const counts = { newFiles: newFiles.length, changedFiles: changedFiles.length, migrations };
  return Object.entries(counts).flatMap(([name, count]) => {
    const limit = limits[name as keyof typeof limits];
    return count > limit ? [`${count} ${name}, ${limit} at most`] : [];
  });
}

/** Runs a scenario in a copy of the project and returns its problems. */
function runScenario(scenario: Scenario, copy: string): string[] {
  const before = readSources(copy);
  const edit = () => {
    for (const one of scenario.edits) applyEdit(copy, one);
  };
  for (const step of [...scenario.setup, edit, ...scenario.commands]) {
    if (typeof step === 'function') step();
    else {
      const { ok, output } = run(copy, step);
      if (!ok) return [`${step.join(' ')} failed:\n${output.slice(-3_000)}`];
    }
  }
  const effort = measureEffort(before, readSources(copy));
  const { newFiles, changedFiles, migrations } = effort;
  print(`  new files (${newFiles.length}): ${newFiles.join(', ') || 'none'}`);
  print(`  edited files (${changedFiles.length}): ${changedFiles.join(', ')}`);
  print(`  migrations: ${migrations}`);
  const { failed, count } = runTests(copy, scenario.tests);
  const expected = failed.filter((name) =>
    scenario.expectedFailures.some((part) => name.includes(part)),
  );
  const unexpected = failed.filter((name) => !expected.includes(name));
  print(
    `  tests: ${count} run, ${expected.length} expected failures, ${unexpected.length} unexpected failures`,
  );
  for (const name of expected) print(`    expected failure: ${name}`);
  return [...exceededLimits(scenario, effort), ...unexpected.map((name) => `fails: ${name}`)];
}

const selected = options.only === '' ? names : options.only.split(',');
const unknown = selected.filter((name) => !names.includes(name));
if (unknown.length > 0) refuse(`There is no scenario ${unknown.join(', ')}.\n\n${usage}`);
let problemCount = 0;
for (const scenario of scenarios) {
  if (!selected.includes(scenario.name)) continue;
  const copy = copyProject();
  const start = Date.now();
  print(`${scenario.name}: ${scenario.description}`);
  try {
    const problems = runScenario(scenario, copy);
    problemCount += problems.length;
    for (const problem of problems) print(`  PROBLEM: ${problem}`);
    print(`  ${problems.length === 0 ? 'passed' : 'failed'}, ${secondsSince(start)}`);
  } finally {
    if (options.keep) print(`  copy: ${copy}`);
    else rmSync(copy, { recursive: true, force: true });
  }
}
process.exit(problemCount > 0 ? 1 : 0);
