/** `npm run layers`: checks all imports of src, dynamic ones and types included, against lint/layers.ts, and what writes. */
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { findUnusedExceptions, findWriteViolations } from './check-writes.ts';
import { indexOnly, modules, orders, packages } from './layers.ts';
import { readSources, type Sources } from './read-sources.ts';

interface Import {
  line: number;
  specifier: string;
  isInlineType: boolean;
}

interface Source {
  start: number;
  value?: unknown;
}

const wordsOf = (text: string) => text.trim().split(/\s+/);
const isIn = (path: string, module: string) => path === module || path.startsWith(`${module}/`);

/** The modules that each module may import. */
export const allowedImports: ReadonlyMap<string, string[]> = new Map(
  modules
    .trim()
    .split(/\n {2}(?! )/)
    .map(wordsOf)
    .map(([module = '', ...allowed]) => [module, allowed]),
);

/** A dynamic import is included only if its specifier is a literal. */
function importsOf(file: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (source: Source | null, isInlineType = false) => {
    if (typeof source?.value !== 'string') return;
    const line = text.slice(0, source.start).split('\n').length;
    imports.push({ line, specifier: source.value, isInlineType });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source, true),
  }).visit(parseSync(file, text).program);
  return imports;
}

function packageViolation(file: string, name: string): string | undefined {
  const rule = packages.find(({ pattern }) => pattern.test(name));
  const isAllowed = wordsOf(rule?.modules ?? '').some((module) => isIn(file, module));
  return rule && !isAllowed ? `only these modules may import it: ${rule.modules}` : undefined;
}

function orderViolation(file: string, target: string, module: string): string | undefined {
  const order = wordsOf(orders[module] ?? '');
  const [folder = '', targetFolder = ''] = [file, target].map((path) => path.split('/')[1]);
  if (!(module in orders) || folder === targetFolder) return undefined;
  const positionOf = (name: string) => order.indexOf(order.includes(name) ? name : '*');
  const position = positionOf(targetFolder);
  if (position >= 0 && position < positionOf(folder)) return undefined;
  return `${targetFolder} is not before ${folder} in the order of ${module}`;
}

function moduleViolation(file: string, target: string): string | undefined {
  const module = [...allowedImports.keys()].find((name) => isIn(file, name));
  if (module === undefined) return 'no line of the table covers the importing file';
  if (isIn(target, module)) return orderViolation(file, target, module);
  const allowed = allowedImports.get(module) ?? [];
  if (allowed.some((name) => isIn(target, name))) return undefined;
  return `${module} may import only itself and: ${allowed.join(' ') || '(nothing)'}`;
}

function indexViolation(file: string, target: string): string | undefined {
  const module = indexOnly.find((name) => isIn(target, name) && !isIn(file, name));
  if (module === undefined || target === `${module}/index.ts`) return undefined;
  return `other modules may import only ${module}/index.ts`;
}

function violationsOf(file: string, { specifier, isInlineType }: Import): string[] {
  if (!specifier.startsWith('.')) return [packageViolation(file, specifier) ?? []].flat();
  const target = posix.join(posix.dirname(file), specifier);
  const inline = isInlineType ? 'use an import statement instead of an inline type' : undefined;
  const rules = [inline, moduleViolation(file, target), indexViolation(file, target)];
  return rules.filter((rule) => rule !== undefined);
}

/** The shortest path of imports from a file back to itself. */
function shortestCycle(file: string, graph: ReadonlyMap<string, string[]>): string[] | undefined {
  const importers = new Map<string, string>();
  const queue = [file];
  for (const current of queue) {
    for (const target of graph.get(current) ?? []) {
      if (importers.has(target)) continue;
      importers.set(target, current);
      queue.push(target);
    }
    if (importers.has(file)) break;
  }
  const path = [file];
  for (let at = importers.get(file); at !== undefined; at = importers.get(at)) {
    path.unshift(at);
    if (at === file) return path;
  }
  return undefined;
}

/** Each cycle once, although every file of it finds it. */
function findCycles(graph: ReadonlyMap<string, string[]>): string[] {
  const cycles = new Map<string, string>();
  for (const file of graph.keys()) {
    const path = shortestCycle(file, graph);
    const key = [...new Set(path)].sort().join();
    if (path && !cycles.has(key)) cycles.set(key, `Import cycle: ${path.join(' → ')}`);
  }
  return [...cycles.values()];
}

export function findLayerViolations(sources: Sources): string[] {
  const graph = new Map<string, string[]>();
  const violations: string[] = [];
  for (const [file, text] of sources) {
    const imports = importsOf(file, text);
    const targets = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => posix.join(posix.dirname(file), specifier));
    graph.set(
      file,
      targets.filter((target) => sources.has(target)),
    );
    for (const each of imports) {
      for (const rule of violationsOf(file, each)) {
        violations.push(`src/${file}:${each.line} imports ${each.specifier}: ${rule}`);
      }
    }
  }
  return [...violations, ...findCycles(graph)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sources = readSources();
  const violations = [
    ...findLayerViolations(sources),
    ...findWriteViolations(sources),
    ...findUnusedExceptions(sources),
  ];
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  if (violations.length > 0) process.stderr.write('lint/layers.ts lists the allowed imports.\n');
  process.exitCode = violations.length > 0 ? 1 : 0;
}
