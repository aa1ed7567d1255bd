import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { XmlNode } from 'saxon-js';
import saxon from 'saxon-js';

/** A function of XSLT, as XPath. */
export interface SchematronFunction {
  name: string;
  parameters: string[];
  type: string;
  body: string;
}

export interface Variable {
  name: string;
  value: string;
}

export interface SchematronAssert {
  id: string;
  flag: string;
  test: string;
}

export interface SchematronRule {
  context: string;
  variables: Variable[];
  asserts: SchematronAssert[];
}

export interface Schematron {
  namespaces: Record<string, string>;
  variables: Variable[];
  functions: SchematronFunction[];
  patterns: SchematronRule[][];
}

const attribute = (node: XmlNode, name: string) => node.getAttribute(name) ?? '';

const elementsOf = (node: XmlNode) =>
  Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1);

const named = (node: XmlNode, name: string) =>
  elementsOf(node).filter(({ localName }) => localName === name);

/**
 * Reads a Schematron file, with the files that it includes, and its abstract patterns expanded.
 * @throws Error for elements that this reader does not support
 */
export async function readSchematron(path: string): Promise<Schematron> {
  const parts = await readWithIncludes(path);
  const abstract = new Map(
    parts
      .filter((part) => attribute(part, 'abstract') === 'true')
      .map((part) => [attribute(part, 'id'), part]),
  );
  const ofName = (name: string) => parts.filter(({ localName }) => localName === name);
  const patterns = ofName('pattern').filter((part) => attribute(part, 'abstract') !== 'true');
  return {
    namespaces: Object.fromEntries(
      ofName('ns').map((part) => [attribute(part, 'prefix'), attribute(part, 'uri')]),
    ),
    variables: [...ofName('let'), ...patterns.flatMap((part) => named(part, 'let'))].map(
      variableOf,
    ),
    functions: ofName('function').map(functionOf),
    patterns: patterns.map((pattern) => rulesOf(pattern, abstract)),
  };
}

/** The elements of a schema, where included patterns replace `include`. */
async function readWithIncludes(path: string): Promise<XmlNode[]> {
  const document = await saxon.getResource({ text: readFileSync(path, 'utf8'), type: 'xml' });
  const [root] = elementsOf(document);
  if (!root) return [];
  if (root.localName === 'pattern') return [root];
  const parts = await Promise.all(
    elementsOf(root).map(async (part) =>
      part.localName === 'include'
        ? readWithIncludes(join(dirname(path), attribute(part, 'href')))
        : [part],
    ),
  );
  return parts.flat();
}

const variableOf = (node: XmlNode): Variable => ({
  name: attribute(node, 'name'),
  value: attribute(node, 'value'),
});

function functionOf(node: XmlNode): SchematronFunction {
  const type = attribute(node, 'as') || 'item()*';
  const parameters = named(node, 'param').map((part) => {
    const parameterType = attribute(part, 'as');
    return `$${attribute(part, 'name')}${parameterType && ` as ${parameterType}`}`;
  });
  return { name: attribute(node, 'name'), parameters, type, body: bodyOf(node, type) };
}

/** The content of a function, a branch or a variable: variables, and one result. */
function bodyOf(node: XmlNode, type: string): string {
  const lets = named(node, 'variable').map(
    (part) => `let $${attribute(part, 'name')} := (${variableValue(part)}) return `,
  );
  const result = elementsOf(node).at(-1);
  return `${lets.join('')}${result ? resultOf(result, type) : '()'}`;
}

function variableValue(node: XmlNode): string {
  if (elementsOf(node).length > 0) return bodyOf(node, attribute(node, 'as'));
  return attribute(node, 'select') || `'${node.textContent.replaceAll("'", "''")}'`;
}

function resultOf(node: XmlNode, type: string): string {
  const select = attribute(node, 'select');
  if (node.localName === 'sequence') return `(${select})`;
  if (node.localName === 'value-of') return `${type}(string-join((${select}) ! string(.), ' '))`;
  if (node.localName !== 'choose')
    throw new Error(`${node.localName} in functions is not supported.`);
  const branches = elementsOf(node).map((branch) => {
    const condition = branch.localName === 'when' && `if (${attribute(branch, 'test')}) then `;
    return `${condition || ''}(${bodyOf(branch, type)})`;
  });
  return branches.join(' else ');
}

/** The rules of a pattern, or of its abstract pattern with its parameters. */
function rulesOf(pattern: XmlNode, abstract: ReadonlyMap<string, XmlNode>): SchematronRule[] {
  const template = attribute(pattern, 'is-a');
  const source = template ? abstract.get(template) : pattern;
  if (!source) throw new Error(`There is no abstract pattern ${template}.`);
  const values = new Map(
    named(pattern, 'param').map((part) => [
      attribute(part, 'name').trim(),
      attribute(part, 'value'),
    ]),
  );
  const expand = (text: string) =>
    text.replace(/\$([\w-]+)/g, (reference, name) => values.get(name) ?? reference);
  return named(source, 'rule').map((rule) => ({
    context: expand(attribute(rule, 'context')),
    variables: named(rule, 'let').map(variableOf),
    asserts: elementsOf(rule).flatMap((part): SchematronAssert[] => {
      if (part.localName === 'let') return [];
      if (part.localName !== 'assert') throw new Error(`${part.localName} is not supported.`);
      const id = attribute(part, 'id');
      const flag = attribute(part, 'flag') || 'fatal';
      return [{ id, flag, test: expand(attribute(part, 'test')) }];
    }),
  }));
}
