import { includeTags, strictEngine } from './liquid-engine.ts';
import { templateSampleValues } from './template-samples.ts';
import type { TemplateUse } from './template-values.ts';

/** What would be right, said behind what the library says is wrong with a template: it knows only what it read. */

type Hint = (matched: RegExpExecArray, use: TemplateUse) => string;

const listed = (names: readonly string[]) => `; there are ${names.toSorted().join(', ')}`;

const hints: readonly (readonly [RegExp, Hint])[] = [
  [/^undefined filter: /, () => listed(Object.keys(strictEngine.filters))],
  [
    /^tag "\w+" not found$/,
    () => listed(Object.keys(strictEngine.tags).filter((name) => !includeTags.includes(name))),
  ],
  [/^output ".*" not closed$/s, () => '; it ends with }}'],
  [/^tag "\{%.*" not closed$/s, () => '; it ends with %}'],
  [/^tag \{%-?\s*(\w+).* not closed$/s, ([, name]) => `; it ends with {% end${name} %}`],
  [/^undefined variable: \S+\./, (_, use) => `; ${listsOf(use)}`],
];

/** A reason, with what would be right where that is known. */
export function withHint(reason: string, use: TemplateUse): string {
  const said = reason.replace(/^line \d+: /, '');
  for (const [pattern, hint] of hints) {
    const matched = pattern.exec(said);
    if (matched) return `${reason}${hint(matched, use)}`;
  }
  return reason;
}

/** "an item of invoice.lines has description, date, …": what loops can say. */
function listsOf(use: TemplateUse): string {
  const { invoice, ...others } = templateSampleValues[use];
  const inInvoice = Object.entries(invoice).map(([name, value]) => [`invoice.${name}`, value]);
  return [...inInvoice, ...Object.entries(others)]
    .flatMap(([name, value]) => (Array.isArray(value) ? [[name, value[0]] as const] : []))
    .map(([name, item]) => `an item of ${name} has ${Object.keys(item).join(', ')}`)
    .join('; ');
}

/** What is written in place of a list or group, which is no text. */
const group = '[object Object]';

/** Why what a template comes to cannot be sent, though it can be rendered; null where it can. */
export function printedObjectReason(rendered: string, use: TemplateUse): string | null {
  if (!rendered.includes(group)) return null;
  const loop = '{% for one in contacts %}{{ one.email }}{% endfor %}';
  return `prints a list or a group of values as a whole, which is no text; say which of its values: ${loop} say; ${listsOf(use)}`;
}

const inOneBrace = /(?<![{%])\{\s*([a-z]\w*(?:\.\w+)*)\s*\}(?!\})/g;

/** Placeholders with one brace on each side, which nobody would fill in. */
export function* findSingleBracePlaceholders(
  template: string,
  isPlaceholder: (path: readonly string[]) => boolean,
): Generator<{ line: number; reason: string }> {
  for (const { 0: written, 1: name = '', index } of template.matchAll(inOneBrace)) {
    if (!name.includes('.') || !isPlaceholder(name.split('.'))) continue;
    const line = template.slice(0, index).split('\n').length;
    yield { line, reason: `${written} would be sent as it stands; it is written {{ ${name} }}` };
  }
}
