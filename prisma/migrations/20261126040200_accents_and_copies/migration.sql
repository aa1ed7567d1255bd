-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "accentColor" TEXT,
ADD COLUMN     "mailBcc" TEXT,
ADD COLUMN     "mailReplyTo" TEXT;
