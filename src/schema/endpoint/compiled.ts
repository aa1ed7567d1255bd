import type {
  DocumentNode,
  GraphQLSchema,
  NamedTypeNode,
  OperationDefinitionNode,
  TypeNode,
} from 'graphql';
import { getNamedType, isLeafType, Kind, typeFromAST } from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { isLoadedAtOnce } from '../reads.ts';

/** Times that an operation is executed as it is before it is compiled: most that come once never come again. */
const executionsBefore = 1;

interface Known {
  executions: number;
  /** Null where it cannot be compiled, or must not be. */
  compiled: CompiledQuery | null | undefined;
}

/** Whether a variable is of a scalar or an enum, or a list of them. */
function isLeaf(schema: GraphQLSchema, type: TypeNode): boolean {
  const named = typeFromAST(schema, type as NamedTypeNode);
  return isLeafType(getNamedType(named));
}

/**
 * Compiles queries that come again into functions, kept as long as their documents are. Only those whose records are all
 * loaded at once: the Prisma plugin tells places of an answer apart by objects that compiled queries do not share, so it
 * would load what is nested a second time. And only those whose variables are plain: for an input object, code is made for
 * every field that it could have, and a filter refers to all others, which would take seconds.
 */
export function createCompiler(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, Known>();

  function compile(
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): CompiledQuery | null {
    if (operation.operation !== 'query') return null;
    const fragments = Object.fromEntries(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION
          ? [[definition.name.value, definition] as const]
          : [],
      ),
    );
    if (!isLoadedAtOnce({ schema, operation, fragments })) return null;
    if (!(operation.variableDefinitions ?? []).every(({ type }) => isLeaf(schema, type))) {
      return null;
    }
    const compiled = compileQuery(schema, document, operation.name?.value);
    return isCompiledQuery(compiled) ? compiled : null;
  }

  /** The compiled query; undefined while, or where, it is to be executed as it is. */
  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): CompiledQuery | undefined => {
    const entry = known.get(operation) ?? { executions: 0, compiled: undefined };
    known.set(operation, entry);
    if (entry.compiled === undefined && entry.executions >= executionsBefore) {
      entry.compiled = compile(document, operation);
    }
    entry.executions += 1;
    return entry.compiled ?? undefined;
  };
}
