-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "language" TEXT;
