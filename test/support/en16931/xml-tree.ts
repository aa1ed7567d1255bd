import { SaxesParser } from 'saxes';

export interface Element {
  /** Without prefix. */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** @throws Error if the XML is not well-formed or uses a prefix without a namespace */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ attributes, local }) => {
    const values = Object.values(attributes).map((one) => [one.local, one.value]);
    const element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error('there is no element');
  return document;
}

/** The elements at a path, for example "Party/PartyName". */
export const all = (elements: Element | readonly Element[], path: string): Element[] =>
  path
    .split('/')
    .reduce<readonly Element[]>(
      (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
      Array.isArray(elements) ? elements : [elements as Element],
    ) as Element[];

/** The text at a path. Null without an element. */
export const textAt = (element: Element | undefined, path: string): string | null =>
  (element && all(element, path)[0]?.text.trim()) ?? null;

export const attributeAt = (element: Element | undefined, path: string, name: string) =>
  (element && all(element, path)[0]?.attributes[name]) ?? null;

/** All elements below. */
export const descendants = (element: Element): Element[] =>
  element.children.flatMap((child) => [child, ...descendants(child)]);
