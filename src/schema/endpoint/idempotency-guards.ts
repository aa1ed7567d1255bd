import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql';
import { getDirectiveValues, locatedError, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { HttpRequest } from '../../http/http-request.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { dryRunHeader } from '../../write/dry-run.ts';
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  parseIdempotencyKey,
  runIdempotent,
} from '../../write/idempotency/run-idempotent.ts';
import { withOutcomeUnknownError } from '../../write/write-outcome.ts';
import { atomicDirective } from '../core/atomic-directive.ts';
import { idempotentDirective } from '../core/idempotent-directive.ts';
import { schema } from '../index.ts';
import type { CreateFieldGuards, FieldGuard } from '../planner/index.ts';
import { createAtomicExecutor, isAtomic, isDryRunOperation } from './atomic-mutations.ts';
import {
  isExternalMutation,
  MutationNotAppliedError,
  permissionsForMutation,
  readNotAppliedOutcome,
  runMutation,
  writtenKeysJson,
} from './mutation-results.ts';

const { name: directiveName } = idempotentDirective;

/** The operation as the client sent it. */
interface RequestedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  query: string;
  operationName: string | undefined;
  rawVariables: Readonly<Record<string, unknown>>;
  variables: Readonly<Record<string, unknown>>;
  /** The header Idempotency-Key. */
  header: string | null;
}

export interface MutationGuards {
  guards: CreateFieldGuards;
  responseHeaders: () => Record<string, string>;
}

/**
 * For operations with an idempotency key, with `@atomic`, and for dry runs.
 * @throws ActionError invalid_input, invalid_operation
 */
export function createMutationGuards(
  { headers }: Pick<HttpRequest, 'headers'>,
  requested: Omit<RequestedOperation, 'header'>,
): MutationGuards | undefined {
  if (!isDryRunOperation(requested.operation, headers))
    return createIdempotencyGuards({ ...requested, header: headers.get(idempotencyKeyHeader) });
  // Idempotency keys have no effect.
  const { variables } = requested;
  const all = createAtomicExecutor({ guards: new Map(), variables, isDryRun: true });
  return {
    guards: () => ({ fields: new Map(), all }),
    responseHeaders: () => ({ [dryRunHeader]: 'true' }),
  };
}

/**
 * Guards for mutation fields with an idempotency key, from the directive or the header; undefined without keys.
 * @throws ActionError invalid_operation for a misplaced directive
 */
function createIdempotencyGuards(requested: RequestedOperation): MutationGuards | undefined {
  const { document, operation, query } = requested;
  const isMutation = operation.operation === 'mutation';
  const mayHaveDirective = query.includes(directiveName);
  const isAtomicOperation = isAtomic(operation);
  if (!mayHaveDirective && !isAtomicOperation && !(isMutation && requested.header !== null))
    return undefined;
  const replayed = new Set<string>();
  let fields = 0;
  const guards: CreateFieldGuards = (roots) => {
    if (mayHaveDirective) rejectMisplacedDirective(document);
    if (!isMutation) return { fields: new Map() };
    fields = roots.length;
    const keys = new Map(
      roots.flatMap((root) => {
        const key = keyOf(root, requested.variables);
        return key === undefined ? [] : [[root.name, key] as const];
      }),
    );
    const guardsBy = (keyed: ReadonlyMap<string, string>) =>
      new Map(
        roots.flatMap((root) => {
          const key = keyed.get(root.name);
          return key === undefined
            ? []
            : [[root.name, guardOf(requested, root, key, replayed)] as const];
        }),
      );
    if (isAtomicOperation) {
      const key = keyOfAll(requested, roots, keys);
      const onReplay = () => {
        for (const { name } of roots) replayed.add(name);
      };
      const input = [query, requested.operationName ?? null, requested.rawVariables];
      const whole = key === undefined ? {} : { whole: { key, input, onReplay } };
      const own = guardsBy(keys);
      return {
        fields: own,
        all: createAtomicExecutor({ guards: own, variables: requested.variables, ...whole }),
      };
    }
    for (const [name, key] of byHeader(requested, roots, keys)) keys.set(name, key);
    return { fields: guardsBy(keys) };
  };
  const isReplayed = () => fields > 0 && replayed.size === fields;
  return {
    guards,
    responseHeaders: () => (isReplayed() ? { [idempotencyReplayedHeader]: 'true' } : {}),
  };
}

function rejectMisplacedDirective(document: DocumentNode): void {
  const types = new TypeInfo(schema);
  const refuse = {
    Field: ({ directives, name }: FieldNode) => {
      const has = directives?.some((one) => one.name.value === directiveName);
      if (!has || types.getParentType() === schema.getMutationType()) return;
      throw new ActionError(
        'invalid_operation',
        `@${directiveName} is used at ${name.value}, but is only allowed on fields of a mutation.`,
      );
    },
  };
  visit(document, visitWithTypeInfo(types, refuse));
}

interface RootField {
  name: string;
  nodes: readonly FieldNode[];
}

/** @throws ActionError invalid_input, invalid_operation */
function keyOf(
  { name, nodes }: RootField,
  variables: RequestedOperation['variables'],
): string | undefined {
  const keys = nodes.flatMap((node) => {
    const values = getDirectiveValues(idempotentDirective, node, variables);
    return values ? [parseIdempotencyKey(values.key as string, `@${directiveName}(key:)`)] : [];
  });
  if (new Set(keys).size <= 1) return keys[0];
  throw new ActionError('invalid_operation', `The field ${name} has several keys.`);
}

/**
 * With `@atomic`, the operation has one key, or each field its own.
 * @throws ActionError invalid_input, invalid_operation
 */
function keyOfAll(
  { header }: RequestedOperation,
  roots: readonly RootField[],
  keys: ReadonlyMap<string, string>,
): string | undefined {
  if (new Set(keys.values()).size < keys.size) {
    throw new ActionError(
      'invalid_operation',
      'Two fields of the operation have the same key. Use a different key for each field.',
    );
  }
  if (header === null || keys.size === roots.length) return undefined;
  if (keys.size === 0) return parseIdempotencyKey(header.trim(), idempotencyKeyHeader);
  throw new ActionError(
    'invalid_operation',
    `With @${atomicDirective.name}, the header ${idempotencyKeyHeader} applies to the whole operation, so fields cannot have keys.`,
  );
}

/**
 * The header's key, for fields without their own.
 * @throws ActionError invalid_input, invalid_operation
 */
function byHeader(
  { header }: RequestedOperation,
  roots: readonly RootField[],
  keys: ReadonlyMap<string, string>,
): [name: string, key: string][] {
  const without = roots.filter(({ name }) => !keys.has(name));
  if (header === null || without.length === 0) return [];
  const key = parseIdempotencyKey(header.trim(), idempotencyKeyHeader);
  if (roots.length === 1) return without.map(({ name }) => [name, key]);
  throw new ActionError(
    'invalid_operation',
    `The header ${idempotencyKeyHeader} is for one change, but the operation has ${roots.length}. Give each field its own key: @${directiveName}(key: "…").`,
  );
}

/**
 * Executes a field once per key and replays its response. The input includes the field's response name, since two
 * fields can share a key.
 */
function guardOf(
  requested: RequestedOperation,
  { name, nodes }: RootField,
  key: string,
  replayed: Set<string>,
): FieldGuard {
  const input = [requested.query, requested.operationName ?? null, requested.rawVariables, name];
  const request = {
    ...{ key, input },
    requiredPermissions: permissionsForMutation(nodes),
    isExternal: isExternalMutation(nodes),
  };
  return {
    read: async (context, read) => {
      const work = () =>
        runIdempotent(context, request, async (tx) => {
          const done = await runMutation(tx, { name, nodes }, read);
          const { isSecret, written } = tx.attempt;
          const isWhole = done.errors.length === 0 && !isSecret;
          return {
            done,
            answer: isWhole ? (done.text ?? null) : null,
            written: writtenKeysJson(written),
          };
        });
      const outcome = await withOutcomeUnknownError(context.requestId, work, true);
      if ('result' in outcome) return outcome.result.done;
      const { replay } = outcome;
      replayed.add(name);
      if ('answer' in replay) return { text: replay.answer, errors: [] };
      return await read({
        ...context,
        attempt: { requiredPermissions: 0, replayed: replay.written },
      });
    },
    failed: async (error, context, read) => {
      if (error instanceof MutationNotAppliedError)
        return readNotAppliedOutcome(error, context, read);
      // The header's key belongs to the whole request, and so does its error.
      if (requested.header !== null && !requested.query.includes(directiveName)) throw error;
      return { text: undefined, errors: [locatedError(error, nodes, [name])] };
    },
  };
}
