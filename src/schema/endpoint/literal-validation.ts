import type { ASTNode, DocumentNode } from 'graphql';
import { GraphQLError, Kind, visit } from 'graphql';

const valueKinds: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/** The path of each literal, for example `createClient.input.currency`. */
function pathsOf(document: DocumentNode): Map<ASTNode, string> {
  const paths = new Map<ASTNode, string>();
  const at: string[] = [];
  visit(document, {
    enter: (node) => {
      const name = nameOf(node);
      if (name !== undefined) at.push(name);
      else if (valueKinds.has(node.kind)) paths.set(node, at.join('.'));
    },
    leave: (node) => {
      if (nameOf(node) !== undefined) at.pop();
    },
  });
  return paths;
}

function nameOf(node: ASTNode): string | undefined {
  if (node.kind === Kind.VARIABLE_DEFINITION) return `$${node.variable.name.value}`;
  const isNamed = [Kind.FIELD, Kind.ARGUMENT, Kind.OBJECT_FIELD, Kind.DIRECTIVE].includes(
    node.kind as never,
  );
  return isNamed ? (node as { name: { value: string } }).name.value : undefined;
}

/** Adds the path of the literal to its validation errors. */
export function validateLiterals(
  document: DocumentNode,
  faults: readonly GraphQLError[],
): readonly GraphQLError[] {
  let paths: Map<ASTNode, string> | undefined;
  return faults.map((fault) => {
    const { message, nodes } = fault;
    const [node] = nodes ?? [];
    paths ??= pathsOf(document);
    const path = node && paths.get(node);
    return path === undefined
      ? fault
      : new GraphQLError(`${path}: ${message}`, { nodes: nodes ?? null });
  });
}
