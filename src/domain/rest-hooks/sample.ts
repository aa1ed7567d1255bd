import type { Context } from '../../platform/context/context.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { type HookTypeName, hookRecordOf } from '../webhooks/hook-types.ts';
import { webhookServicesOf } from '../webhooks/services.ts';
import { sampleRestHookInput } from './fields.ts';

/**
 * The newest record that a hook of this type could get, as JSON. Without one, the documented example.
 * @throws ActionError invalid_input
 */
export async function readHookSample(
  context: Context,
  input: InputOf<typeof sampleRestHookInput>,
): Promise<string> {
  const { type } = parseInput(sampleRestHookInput, input);
  const { body } = hookRecordOf(type);
  return (
    (await readNewest(context, type)) ?? JSON.stringify(webhookServicesOf(context).exampleOf(body))
  );
}

async function readNewest(context: Context, type: HookTypeName): Promise<string | undefined> {
  const { accountId, db } = context;
  const { column, model, body } = hookRecordOf(type);
  if (!canRead(context, permissionAreaByModel[model], permissionAreaByModel[body]))
    return undefined;
  const [newest] = await db.$queryRawUnsafe<{ id: string }[]>(
    `SELECT t."${column}" AS id FROM "${model}" t WHERE t."accountId" = $1 ORDER BY t."createdAt" DESC, t.id DESC LIMIT 1`,
    accountId,
  );
  if (!newest) return undefined;
  const records = await webhookServicesOf(context).readRecords(context, body, [newest.id]);
  return records.get(newest.id);
}
