import type { Workspace } from '../../generated/prisma/client.ts';

/** The workspace as a supplier is shown. */
export type WorkspaceRecord = Workspace;
