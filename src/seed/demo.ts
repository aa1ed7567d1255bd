import { createWorkspace } from '../domain/workspaces/index.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** The demo workspace "Studio Meridian"; the key is in this answer only. */
export async function createDemo(
  root: PrismaClient,
  now: Date,
  { log }: { log: (line: string) => void },
): Promise<{ accountId: number; key: string }> {
  log('Making the demo workspace "Studio Meridian" …');
  const { workspace, key } = await createWorkspace(
    root,
    {
      name: 'Studio Meridian',
      ownerEmail: 'ada@meridian.example',
      ownerFirstName: 'Ada',
      currency: 'CAD',
      timeZone: 'America/Toronto',
      country: 'Canada',
    },
    now,
  );
  return { accountId: workspace.accountId, key };
}
