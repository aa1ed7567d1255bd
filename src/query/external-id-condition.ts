import type { Condition } from './conditions.ts';
import { allOf, equals } from './conditions.ts';

/** The condition that other systems call records so; undefined where nothing says how. */
export const isCalled = ({
  externalId,
  source,
}: {
  externalId: string | null;
  source: string | null;
}): Condition | undefined =>
  allOf([
    externalId === null ? undefined : equals('externalId', externalId),
    source === null ? undefined : equals('source', source),
  ]);
