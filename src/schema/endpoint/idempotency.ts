import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql';
import { getDirectiveValues, locatedError, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { tellingOutcome } from '../../database/outcome.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { UnexplainedFault } from '../../domain/kernel/database-errors.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { checkedKey, keyHeader, once } from '../../domain/kernel/once.ts';
import type { Rights } from '../../domain/kernel/rights.ts';
import { schema } from '../index.ts';
import type { Guard, Guards, Outcome } from '../plans/index.ts';
import { neededFor } from '../vocabulary/areas.ts';
import { idempotentDirective } from '../vocabulary/idempotent-directive.ts';

const { name: directiveName } = idempotentDirective;

/** An operation as its caller sent it. */
interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  query: string;
  operationName: string | undefined;
  /** As they came. */
  given: Readonly<Record<string, unknown>>;
  /** As they were coerced. */
  variables: Readonly<Record<string, unknown>>;
  /** The header, of a request that has one. */
  header: string | null;
}

/** Changes that are made once. */
export interface OnceGuards {
  guards: Guards;
  /** Whether all of what is answered was answered before. */
  isReplayed: () => boolean;
}

/**
 * How the fields of a mutation are read that have a key, by the directive or the request's header; undefined where none has.
 * @throws ActionError invalid_operation for the directive elsewhere than on a field of a mutation
 */
export function guardsOf(asked: Asked): OnceGuards | undefined {
  const { document, operation, query } = asked;
  const isMutation = operation.operation === 'mutation';
  const mayHaveDirective = query.includes(directiveName);
  if (!mayHaveDirective && !(isMutation && asked.header !== null)) return undefined;
  const replayed = new Set<string>();
  let fields = 0;
  const guards: Guards = (roots) => {
    if (mayHaveDirective) refuseElsewhere(document);
    if (!isMutation) return new Map();
    fields = roots.length;
    const keys = new Map(
      roots.flatMap((root) => {
        const key = keyOf(root, asked.variables);
        return key === undefined ? [] : [[root.name, key] as const];
      }),
    );
    for (const [name, key] of byHeader(asked, roots, keys)) keys.set(name, key);
    return new Map(
      roots.flatMap((root) => {
        const key = keys.get(root.name);
        return key === undefined ? [] : [[root.name, guardOf(asked, root, key, replayed)] as const];
      }),
    );
  };
  return { guards, isReplayed: () => fields > 0 && replayed.size === fields };
}

/** @throws ActionError invalid_operation */
function refuseElsewhere(document: DocumentNode): void {
  const types = new TypeInfo(schema);
  const refuse = {
    Field: ({ directives, name }: FieldNode) => {
      const has = directives?.some((one) => one.name.value === directiveName);
      if (!has || types.getParentType() === schema.getMutationType()) return;
      throw new ActionError(
        'invalid_operation',
        `@${directiveName} stands at ${name.value}, and is for the fields of a mutation only.`,
      );
    },
  };
  visit(document, visitWithTypeInfo(types, refuse));
}

interface RootField {
  name: string;
  nodes: readonly FieldNode[];
}

/** The key that stands at a field. @throws ActionError invalid_input, invalid_operation */
function keyOf({ name, nodes }: RootField, variables: Asked['variables']): string | undefined {
  const keys = nodes.flatMap((node) => {
    const values = getDirectiveValues(idempotentDirective, node, variables);
    return values ? [checkedKey(values.key as string, `@${directiveName}(key:)`)] : [];
  });
  if (new Set(keys).size <= 1) return keys[0];
  throw new ActionError('invalid_operation', `The field ${name} has several keys.`);
}

/** What the header says of fields without a key. @throws ActionError invalid_input, invalid_operation */
function byHeader(
  { header }: Asked,
  roots: readonly RootField[],
  keys: ReadonlyMap<string, string>,
): [name: string, key: string][] {
  const without = roots.filter(({ name }) => !keys.has(name));
  if (header === null || without.length === 0) return [];
  const key = checkedKey(header.trim(), keyHeader);
  if (roots.length === 1) return without.map(({ name }) => [name, key]);
  throw new ActionError(
    'invalid_operation',
    `The header ${keyHeader} names one change, and the operation makes ${roots.length}. Give each field a key of its own: @${directiveName}(key: "…").`,
  );
}

/** A change that was not made, or not to be kept; the transaction of the attempt is undone. */
class NotDone extends Error {
  override readonly name = 'NotDone';
  readonly outcome: Outcome;
  /** The database's, where it says that the transaction is to be tried again. */
  readonly code: unknown;
  readonly meta: unknown;

  constructor(outcome: Outcome) {
    const cause = outcome.errors[0]?.originalError;
    super('The change was not made.', { cause });
    this.outcome = outcome;
    const { code, meta } = (cause ?? {}) as { code?: unknown; meta?: unknown };
    this.code = code;
    this.meta = meta;
  }
}

/** How a field is read that has a key: once, and from then on as it was. What becomes of its own change, its place tells. */
function guardOf(
  asked: Asked,
  { name, nodes }: RootField,
  key: string,
  replayed: Set<string>,
): Guard {
  const input = [asked.query, asked.operationName ?? null, asked.given, name];
  const request = { key, input, needed: neededBy(nodes) };
  return async (context, read) => {
    try {
      const outcome = await tellingOutcome(context.requestId, () =>
        once(context, request, async (tx) => {
          const done = await read(tx);
          const { isSecret, written } = tx.attempt;
          if (done.text === undefined || !written) throw new NotDone(done);
          const isWhole = done.errors.length === 0 && !isSecret;
          return { done, answer: isWhole ? done.text : null, written: keysOf(written) };
        }),
      );
      if ('done' in outcome) return outcome.done.done;
      const { replay } = outcome;
      replayed.add(name);
      if ('answer' in replay) return { text: replay.answer, errors: [] };
      return await read({ ...context, attempt: { needed: 0, replayed: replay.written } });
    } catch (error) {
      if (error instanceof NotDone) return notDone(error, context, read);
      // The header is about the whole request, and so is why it cannot be answered.
      if (asked.header !== null && !asked.query.includes(directiveName)) throw error;
      return { text: undefined, errors: [locatedError(error, nodes, [name])] };
    }
  };
}

async function notDone(
  { cause, outcome }: NotDone,
  context: Context,
  read: Parameters<Guard>[1],
): Promise<Outcome> {
  if (!(cause instanceof UnexplainedFault)) return outcome;
  const refusal = await cause.explained(context);
  return read({ ...context, attempt: { needed: 0, refusal } });
}

/** Without the JSON that the statement wrote: records are read again by their keys. */
const keysOf = (written: object): string =>
  JSON.stringify(written, (name, value) => (name === 'written' ? undefined : value));

function neededBy([node]: readonly FieldNode[]): Rights {
  const mutations = schema.getMutationType();
  const field = mutations?.getFields()[node?.name.value ?? ''];
  return mutations && field ? neededFor(mutations, field) : 0;
}
