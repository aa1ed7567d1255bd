import type { XmlNode } from 'saxon-js';
import saxon from 'saxon-js';
import type {
  Schematron,
  SchematronFunction,
  SchematronRule,
  Variable,
} from './schematron-files.ts';

export interface FailedRule {
  id: string;
  flag: string;
  /** Of the element, for example "Invoice[1]/InvoiceLine[2]". */
  path: string;
}

export type CheckDocument = (document: XmlNode) => FailedRule[];

/** Compiles all rules to one XPath function, which takes the document. */
export function compileSchematron(schematron: Schematron): CheckDocument {
  const { functions, namespaces, patterns, variables } = schematron;
  const call = callsOf(functions);
  const table = functions.map((one) => `'${one.name}': ${functionSource(one, call)}`);
  const source = [
    'function($document) { $document ! (',
    `let $F := map { ${table.join(', ')} }`,
    ...variables.map((one) => `, ${letOf(one, call)}`),
    ` return (${patterns.map((rules) => patternSource(rules, call)).join(', ')})) }`,
  ].join('');
  const options = { namespaceContext: { ...standardNamespaces, ...namespaces } };
  const compiled = saxon.XPath.evaluate(source, [], { ...options, resultForm: 'xdm' });
  return (document) => {
    const params = { compiled, document };
    const failed = saxon.XPath.evaluate('$compiled($document)', [], {
      params,
      resultForm: 'array',
    });
    return (failed as string[]).map((text) => {
      const [id = '', flag = '', path = ''] = text.split('|');
      return { id, flag, path: path.replace(/Q\{[^}]*\}/g, '').slice(1) };
    });
  };
}

const standardNamespaces = {
  xs: 'http://www.w3.org/2001/XMLSchema',
  fn: 'http://www.w3.org/2005/xpath-functions',
  map: 'http://www.w3.org/2005/xpath-functions/map',
};

/** XPath has no named functions, so that calls look them up in a map, which recursive ones take. */
function callsOf(functions: readonly SchematronFunction[]): (expression: string) => string {
  const names = new Set(functions.map(({ name }) => name));
  return (expression) =>
    // saxon-js computes long integers as doubles, for example of an IBAN.
    expression
      .replaceAll('xs:integer(string-join(', 'xs:decimal(string-join(')
      .replace(/([\w-]+:[\w.-]+)\s*\(/g, (text, name) =>
        names.has(name) ? `$F('${name}')($F, ` : text,
      );
}

const letOf = ({ name, value }: Variable, call: (expression: string) => string) =>
  `$${name} := (${call(value)})`;

const functionSource = (
  { body, parameters, type }: SchematronFunction,
  call: (expression: string) => string,
) => `function(${['$F', ...parameters].join(', ')}) as ${type} { ${call(body)} }`;

/** In a pattern, only the first rule applies to a node. */
function patternSource(
  rules: readonly SchematronRule[],
  call: (expression: string) => string,
): string {
  if (rules.length === 0) return '()';
  const nodes = rules.map(
    ({ context }, index) =>
      `$n${index} := (${call(selectionOf(context))})${index === 0 ? '' : ` except $seen${index}`},
       $seen${index + 1} := ${index === 0 ? '$n0' : `($seen${index} | $n${index})`}`,
  );
  const results = rules.map((rule, index) => `$n${index} ! ${ruleSource(rule, call)}`);
  return `let ${nodes.join(', ')} return (${results.join(', ')})`;
}

function ruleSource(rule: SchematronRule, call: (expression: string) => string): string {
  const results = rule.asserts.map(
    ({ flag, id, test }) => `if (${call(test)}) then () else '${id}|${flag}|' || path(.)`,
  );
  if (results.length === 0) return '()';
  const lets = rule.variables.map((one) => letOf(one, call)).join(', ');
  return `(${lets && `let ${lets} return `}(${results.join(', ')}))`;
}

/** All nodes that a match pattern of XSLT matches. */
function selectionOf(pattern: string): string {
  return splitUnion(pattern)
    .map((branch) => {
      if (branch.startsWith('/')) return branch;
      if (/^\((?=\s*\/)/.test(branch)) return branch;
      return `//${branch}`;
    })
    .join(' | ');
}

/** Splits at each `|` outside of brackets. */
function splitUnion(pattern: string): string[] {
  const branches = [''];
  let depth = 0;
  for (const letter of pattern) {
    if ('[('.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    if (letter === '|' && depth === 0) branches.push('');
    else branches.push(`${branches.pop()}${letter}`);
  }
  return branches.map((branch) => branch.trim());
}
