import { Decimal } from '../../platform/money/money.ts';

/** Attributes as "@name", text as "#", and elements by name in their order. */
export interface XmlElement {
  readonly [name: string]: XmlContent;
}

/** An element without text and children is omitted. A list becomes several elements with the same name. */
type XmlContent = Decimal | string | null | undefined | XmlElement | XmlContent[];

interface XmlSyntax {
  /** Namespace prefix of elements with children, unless their name contains a prefix. */
  parent: string;
  /** Namespace prefix of elements with text. */
  text: string;
  /** The attribute `currencyID` of each amount. */
  currency?: string;
  /** The name of an element that is written even if it is empty. */
  required?: string;
}

const forbiddenInXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeText = (text: string): string =>
  text
    .replaceAll(forbiddenInXml, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .replaceAll(/[&<>"]/g, (character) => entities[character] as string);

export function xmlDocument(root: string, content: XmlElement, syntax: XmlSyntax): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementOf(root, content, syntax)}\n`;
}

const isElement = (content: XmlContent): content is XmlElement =>
  typeof content === 'object' && content !== null && !Decimal.isDecimal(content);

function elementOf(name: string, content: XmlContent, syntax: XmlSyntax): string {
  if (Array.isArray(content)) return content.map((one) => elementOf(name, one, syntax)).join('');
  const { '#': text, ...parts } = isElement(content) ? content : { '#': content };
  const isAmount = name.endsWith('Amount');
  const currency = isAmount && syntax.currency ? { '@currencyID': syntax.currency } : {};
  const attributes = Object.entries({ ...currency, ...parts })
    .filter(([key, value]) => key.startsWith('@') && value)
    .map(([key, value]) => ` ${key.slice(1)}="${escapeText(String(value))}"`);
  const elements = Object.entries(parts)
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, value]) => elementOf(key, value, syntax));
  const prefix = elements.length > 0 ? syntax.parent : syntax.text;
  const hasPrefix = name.includes(':') || '@xmlns' in parts;
  const tag = hasPrefix ? name : `${prefix}:${name}`;
  const inner = elements.join('') || escapeText(textOf(text, isAmount));
  if (inner === '') return name === syntax.required ? `<${tag}/>` : '';
  return `<${tag}${attributes.join('')}>${inner}</${tag}>`;
}

/** Amounts have at least two decimals. */
function textOf(text: XmlContent, isAmount: boolean): string {
  if (!Decimal.isDecimal(text)) return typeof text === 'string' ? text : '';
  return isAmount ? text.toFixed(Math.max(2, text.decimalPlaces())) : text.toFixed();
}
