import type { Decimal } from '../../platform/money/money.ts';

/** Escaped markup of elements. Empty if nothing is to be written. */
export type Xml = string;

type Attributes = Readonly<Record<string, string | null>>;

/** XML 1.0 allows none of these. */
const forbidden =
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
    .replaceAll(forbidden, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .replaceAll(/[&<>"]/g, (character) => entities[character] as string);

function openingTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === null ? '' : ` ${key}="${escapeText(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** An element with text. Blank text: no element. */
export function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): Xml {
  const content = escapeText(text ?? '');
  return content && `${openingTag(name, attributes)}${content}</${name}>`;
}

/** An element with elements. No content: no element. */
export function parentElement(name: string, ...children: readonly Xml[]): Xml {
  const content = children.join('');
  return content && `<${name}>${content}</${name}>`;
}

/** @param namespaces prefix and URI, with "" for the default namespace */
export function xmlDocument(
  name: string,
  namespaces: Readonly<Record<string, string>>,
  ...children: readonly Xml[]
): string {
  const attributes = Object.entries(namespaces).map(([prefix, uri]) => [
    prefix === '' ? 'xmlns' : `xmlns:${prefix}`,
    uri,
  ]);
  const tag = openingTag(name, Object.fromEntries(attributes));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag}${children.join('')}</${name}>\n`;
}

/** At least two decimals. */
export const amountText = (amount: Decimal): string =>
  amount.toFixed(Math.max(2, amount.decimalPlaces()));

export const numberText = (number: Decimal | null): string | null =>
  number === null ? null : number.toFixed();
