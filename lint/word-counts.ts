import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ArrowFunctionExpression, Comment, Function as FunctionNode } from 'oxc-parser';
import { type Node, type Program, parseSync, type TemplateElement, Visitor } from 'oxc-parser';
import type { Sources } from './read-sources.ts';

const maxFileLines = 250;
const maxFunctionLines = 50;

interface BannedWords {
  names: Record<string, string>;
  allowed: string[];
  phrases: { name: string; pattern: string; instead: string }[];
}

const banned: BannedWords = JSON.parse(
  readFileSync(join(import.meta.dirname, 'banned-words.json'), 'utf8'),
);
const phrases = banned.phrases.map((phrase) => ({
  ...phrase,
  regex: new RegExp(phrase.pattern.replaceAll(' ', '\\s'), 'giu'),
}));

export interface Finding {
  file: string;
  line: number;
  text: string;
}

export interface Count {
  count: number;
  findings: Finding[];
}

interface ParsedFile {
  file: string;
  text: string;
  program: Program;
  comments: Comment[];
}

type Text = Pick<Comment, 'value' | 'start'>;

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
const withoutMarks = (comment: string) => comment.replace(/^[ \t]*\**[ \t]*/gm, '');
const findingAt = ({ file, text }: ParsedFile, offset: number, message: string): Finding => ({
  file,
  line: text.slice(0, offset).split('\n').length,
  text: message,
});

function bannedNameMessage(name: string): string | undefined {
  if (banned.allowed.includes(name)) return undefined;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);
  const part = parts.find((each) => Object.hasOwn(banned.names, each));
  return part && `${name}: instead of "${part}" write ${banned.names[part]}`;
}

/** Checks the names of files and of exports. */
function bannedNames(source: ParsedFile): Finding[] {
  const exported = source.program.body.flatMap((node): (Node | null)[] => {
    if (node.type !== 'ExportNamedDeclaration' || node.source) return [];
    const { declaration, specifiers } = node;
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.map(({ id }) => id);
    }
    if (declaration) return 'id' in declaration ? [declaration.id] : [];
    return specifiers.map((specifier) => specifier.exported);
  });
  const names = exported.flatMap((id) => (id?.type === 'Identifier' ? [id] : []));
  const fileName = basename(source.file).replace(/(\.d|\.test)?\.ts$/, '');
  return [{ name: fileName, start: 0 }, ...names].flatMap(({ name, start }) => {
    const message = bannedNameMessage(name);
    return message ? [findingAt(source, start, message)] : [];
  });
}

/** Finds phrases across line breaks, because `\s` matches a line break. */
function bannedPhrases(source: ParsedFile, texts: readonly Text[] = source.comments): Finding[] {
  return texts.flatMap(({ value, start }) => {
    const text = withoutMarks(value);
    const indent = text.length - text.trimStart().length;
    return phrases.flatMap(({ name, regex, instead }) =>
      [...text.slice(indent).matchAll(regex)].map((match) => {
        const linesBefore = text.slice(0, indent + match.index).split('\n').length - 1;
        const phrase = match[0].replace(/\s+/g, ' ').trim();
        const finding = findingAt(source, start, `"${phrase}" (${name}): ${instead}`);
        return { ...finding, line: finding.line + linesBefore };
      }),
    );
  });
}

function longFunctions(source: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const names = new Map<Node, string>();
  const nameNode = (node: Node | null, key: Node) => {
    if (node && key.type === 'Identifier') names.set(node, key.name);
  };
  const check = (node: FunctionNode | ArrowFunctionExpression) => {
    const lines = linesOf(source.text.slice(node.start, node.end));
    const name = node.id?.name ?? names.get(node) ?? 'function without a name';
    if (lines <= maxFunctionLines) return;
    findings.push(findingAt(source, node.start, `${name}: ${lines} lines`));
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => nameNode(init, id),
    Property: ({ key, value }) => nameNode(value, key),
    MethodDefinition: ({ key, value }) => nameNode(value, key),
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(source.program);
  return findings;
}

function longFiles(source: ParsedFile): Finding[] {
  const lines = linesOf(source.text);
  return lines > maxFileLines ? [{ file: source.file, line: 1, text: `${lines} lines` }] : [];
}

/** A word contains a letter or a digit. */
function commentWordsOf({ comments }: ParsedFile): number {
  const words = comments.flatMap(({ value }) => withoutMarks(value).split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Counts per 100 lines of all files. The findings are the files above the average. */
function commentWords(sources: readonly ParsedFile[]): Count {
  const files = sources.map((source) => ({
    file: source.file,
    words: commentWordsOf(source),
    lines: linesOf(source.text),
  }));
  const sumOf = (key: 'words' | 'lines') => files.reduce((sum, file) => sum + file[key], 0);
  const average = sumOf('words') / sumOf('lines');
  const findings = files
    .filter(({ words, lines }) => words / lines > average)
    .map(({ file, words, lines }) => ({ file, line: 1, text: `${words} words in ${lines} lines` }));
  return { count: Math.round(average * 1000) / 10, findings };
}

function countFindings(sources: readonly ParsedFile[], find: (source: ParsedFile) => Finding[]) {
  const findings = sources.flatMap(find);
  return { count: findings.length, findings };
}

/** Follows `test.each(…)` and `describe.runIf(…)` to their first name. */
function isTestFunction(callee: Node): boolean {
  if (callee.type === 'Identifier') return /^(describe|it|test)$/.test(callee.name);
  if (callee.type === 'CallExpression') return isTestFunction(callee.callee);
  return callee.type === 'MemberExpression' && isTestFunction(callee.object);
}

function testTitles({ program }: ParsedFile): Text[] {
  const titles: Text[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || !isTestFunction(callee)) return;
      if (title.type === 'Literal' && typeof title.value === 'string') {
        titles.push({ value: title.value, start: title.start });
      }
      if (title.type === 'TemplateLiteral') titles.push(...title.quasis.map(quasiText));
    },
  }).visit(program);
  return titles;
}

const quasiText = ({ value, start }: TemplateElement): Text => ({ value: value.raw, start });

const parseSources = (texts: Sources): ParsedFile[] =>
  [...texts].map(([file, text]) => {
    const { program, comments } = parseSync(file, text);
    return { file, text, program, comments };
  });

/** The keys are the names of the limits. */
export function countTestWords(texts: Sources) {
  const sources = parseSources(texts);
  const phrasesIn = (source: ParsedFile) =>
    bannedPhrases(source, [...source.comments, ...testTitles(source)]);
  return {
    bannedTestNames: countFindings(sources, bannedNames),
    bannedTestPhrases: countFindings(sources, phrasesIn),
  };
}

/** The keys are the names of the limits. */
export function countWords(texts: Sources) {
  const sources = parseSources(texts);
  const rootFile = ({ file }: ParsedFile) =>
    file.includes('/') ? [] : [{ file, line: 1, text: 'file in the root of src' }];
  return {
    commentWordsPer100Lines: commentWords(sources),
    bannedNames: countFindings(sources, bannedNames),
    bannedPhrases: countFindings(sources, (source) => bannedPhrases(source)),
    rootFiles: countFindings(sources, rootFile),
    longFiles: countFindings(sources, longFiles),
    longFunctions: countFindings(sources, longFunctions),
  };
}
