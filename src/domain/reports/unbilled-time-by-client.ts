import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { isChargeableTimeSql } from '../work-prices/billable-work.ts';
import { topGroupsInput } from './report-inputs.ts';
import { wholeMinutesSql } from './report-sql.ts';
import type { TimeGroup } from './tracked-time.ts';

/**
 * Most first: the time of `unbilledWork`, and time without a client.
 * @throws ActionError invalid_input
 */
export async function listUnbilledTimeByClient(
  context: Context,
  input: InputOf<typeof topGroupsInput>,
): Promise<TimeGroup[]> {
  const { first } = parseInput(topGroupsInput, input);
  return context.db.$queryRaw<TimeGroup[]>`
    SELECT "clientId" AS id, ${wholeMinutesSql('t')} AS minutes, count(*)::int AS entries FROM "TimeEntry" t
    WHERE "accountId" = ${context.accountId} AND "invoiceId" IS NULL AND ${isChargeableTimeSql(context.accountId)}
    GROUP BY "clientId" ORDER BY minutes DESC, "clientId" LIMIT ${first}`;
}
