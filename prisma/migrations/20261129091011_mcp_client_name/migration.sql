-- AlterTable
ALTER TABLE "LogEntry" ADD COLUMN     "clientName" TEXT;
