-- When a workspace was deleted: nobody gets in any more, and its records are being removed.
ALTER TABLE "Workspace" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);
