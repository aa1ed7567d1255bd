/** The nodes of a parsed document. They have the shape of graphql-js. */
export interface DocumentLike {
  readonly kind: string;
  readonly definitions: readonly object[];
}

interface Node {
  kind: string;
  name?: Node;
  value?: string | boolean | Node;
  [part: string]: unknown;
}

const list = (nodes: unknown, separator = ' ') =>
  ((nodes ?? []) as Node[]).map(print).join(separator);

const wrap = (start: string, text: string, end: string) => (text ? start + text + end : '');

const directivesOf = ({ directives }: Node) => wrap(' ', list(directives), '');
const selectionOf = ({ selectionSet }: Node) => (selectionSet ? ` ${print(selectionSet)}` : '');

const named = ({ name, value }: Node) => `${print(name)}: ${print(value)}`;

const printers: Record<string, (node: Node) => string> = {
  Document: ({ definitions }) => list(definitions, '\n'),
  OperationDefinition: (node) =>
    `${node.operation} ${print(node.name)}${wrap('(', list(node.variableDefinitions, ', '), ')')}${directivesOf(node)}${selectionOf(node)}`,
  VariableDefinition: (node) =>
    `${print(node.variable)}: ${print(node.type)}${wrap(' = ', print(node.defaultValue), '')}${directivesOf(node)}`,
  FragmentDefinition: (node) =>
    `fragment ${print(node.name)} on ${print(node.typeCondition)}${directivesOf(node)}${selectionOf(node)}`,
  SelectionSet: ({ selections }) => `{ ${list(selections)} }`,
  Field: (node) =>
    `${wrap('', print(node.alias), ': ')}${print(node.name)}${wrap('(', list(node.arguments, ', '), ')')}${directivesOf(node)}${selectionOf(node)}`,
  FragmentSpread: (node) => `...${print(node.name)}${directivesOf(node)}`,
  InlineFragment: (node) =>
    `...${wrap(' on ', print(node.typeCondition), '')}${directivesOf(node)}${selectionOf(node)}`,
  Directive: (node) => `@${print(node.name)}${wrap('(', list(node.arguments, ', '), ')')}`,
  NamedType: ({ name }) => print(name),
  ListType: ({ type }) => `[${print(type)}]`,
  NonNullType: ({ type }) => `${print(type)}!`,
  Variable: ({ name }) => `$${print(name)}`,
  Argument: named,
  ObjectField: named,
  ListValue: ({ values }) => `[${list(values, ', ')}]`,
  ObjectValue: ({ fields }) => `{ ${list(fields, ', ')} }`,
  StringValue: ({ value }) => JSON.stringify(value),
  NullValue: () => 'null',
};

/** Names, numbers, booleans and enum values are printed as they are. */
function print(node: unknown): string {
  if (node === undefined || node === null) return '';
  const { kind, value } = node as Node;
  return printers[kind]?.(node as Node) ?? String(value);
}

/** The text of a parsed document. */
export const printDocument = (document: DocumentLike): string => print(document);
