import type { ActionError } from '../../platform/errors/action-error.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { ListSlot } from '../../query/list-rows.ts';
import type { ParseListArguments, RequestedLists } from './requested-lists.ts';
import type { FieldNodes } from './selected-field.ts';

/** A field that the caller may not read: it is null, with an error. */
export interface FieldDenial {
  /** Response names from the root to the field, without list indexes. */
  path: readonly string[];
  nodes: FieldNodes;
  error: ActionError;
}

/** What the runs of one root field need in addition to its plan. All selections below the field share a collector. */
export class PlanCollector {
  readonly #listParsers = new Map<ListSlot, ParseListArguments>();
  readonly #recordQueries: JsonQuery[] = [];
  readonly #customFields: CustomFieldReference[] = [];
  /** By path: a field can be planned several times. */
  readonly #denials = new Map<string, FieldDenial>();

  /** The plan is the same for all arguments, which each run parses. */
  addList(path: readonly string[], parse: ParseListArguments): ListSlot {
    const slot = new ListSlot(path.join('.'));
    this.#listParsers.set(slot, parse);
    return slot;
  }

  /** @throws ActionError, GraphQLError for invalid arguments */
  parseLists(variables: Record<string, unknown>): RequestedLists {
    return new Map([...this.#listParsers].map(([slot, parse]) => [slot, parse(variables)]));
  }

  addRecordQuery(query: JsonQuery): void {
    this.#recordQueries.push(query);
  }

  /** Queries for the records that resolvers return by key, one for each selection. */
  get recordQueries(): readonly JsonQuery[] {
    return this.#recordQueries;
  }

  addCustomFields(references: readonly CustomFieldReference[]): void {
    this.#customFields.push(...references);
  }

  get customFields(): readonly CustomFieldReference[] {
    return this.#customFields;
  }

  addDenial(denial: FieldDenial): void {
    this.#denials.set(JSON.stringify(denial.path), denial);
  }

  get denials(): readonly FieldDenial[] {
    return [...this.#denials.values()];
  }
}
