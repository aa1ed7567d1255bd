import type { Condition } from './conditions.ts';
import { allOf, columnEquals } from './conditions.ts';

/** The condition that other systems call records so; undefined where nothing says how. */
export const externalIdCondition = ({
  externalId,
  source,
}: {
  externalId: string | null;
  source: string | null;
}): Condition | undefined =>
  allOf([
    externalId === null ? undefined : columnEquals('externalId', externalId),
    source === null ? undefined : columnEquals('source', source),
  ]);
