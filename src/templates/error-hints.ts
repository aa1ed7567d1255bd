import { includeTags, strictEngine } from './liquid-engine.ts';
import { templateSampleValues } from './template-samples.ts';
import type { TemplateUse } from './template-values.ts';

type Hint = (match: RegExpExecArray, use: TemplateUse) => string;

const listNames = (names: readonly string[]) => `; there are ${names.toSorted().join(', ')}`;

const hints: readonly (readonly [RegExp, Hint])[] = [
  [/^undefined filter: /, () => listNames(Object.keys(strictEngine.filters))],
  [
    /^tag "\w+" not found$/,
    () => listNames(Object.keys(strictEngine.tags).filter((name) => !includeTags.includes(name))),
  ],
  [/^output ".*" not closed$/s, () => '; it ends with }}'],
  [/^tag "\{%.*" not closed$/s, () => '; it ends with %}'],
  [/^tag \{%-?\s*(\w+).* not closed$/s, ([, name]) => `; it ends with {% end${name} %}`],
  [/^undefined variable: \S+\./, (_, use) => `; ${describeLists(use)}`],
];

export function withHint(reason: string, use: TemplateUse): string {
  const problem = reason.replace(/^line \d+: /, '');
  for (const [pattern, hint] of hints) {
    const match = pattern.exec(problem);
    if (match) return `${reason}${hint(match, use)}`;
  }
  return reason;
}

/** For example "an item of invoice.lines has description, date, …". */
function describeLists(use: TemplateUse): string {
  const { invoice, ...others } = templateSampleValues[use];
  const inInvoice = Object.entries(invoice).map(([name, value]) => [`invoice.${name}`, value]);
  return [...inInvoice, ...Object.entries(others)]
    .flatMap(([name, value]) => (Array.isArray(value) ? [[name, value[0]] as const] : []))
    .map(([name, item]) => `an item of ${name} has ${Object.keys(item).join(', ')}`)
    .join('; ');
}

/** JavaScript's text for a list or object. */
const objectText = '[object Object]';

/** Null if no list or object is printed. */
export function printedObjectReason(rendered: string, use: TemplateUse): string | null {
  if (!rendered.includes(objectText)) return null;
  const loop = '{% for one in contacts %}{{ one.email }}{% endfor %}';
  return `prints a list or a group of values as a whole, which is no text; say which of its values: ${loop} say; ${describeLists(use)}`;
}

const singleBracePattern = /(?<![{%])\{\s*([a-z]\w*(?:\.\w+)*)\s*\}(?!\})/g;

/** Liquid prints single braces unchanged. */
export function* findSingleBracePlaceholders(
  template: string,
  isPlaceholder: (path: readonly string[]) => boolean,
): Generator<{ line: number; reason: string }> {
  for (const { 0: placeholder, 1: name = '', index } of template.matchAll(singleBracePattern)) {
    if (!name.includes('.') || !isPlaceholder(name.split('.'))) continue;
    const line = template.slice(0, index).split('\n').length;
    yield {
      line,
      reason: `${placeholder} would be sent as it stands; it is written {{ ${name} }}`,
    };
  }
}
