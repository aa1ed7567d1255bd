-- AlterEnum
ALTER TYPE "LogEntryKind" ADD VALUE 'EXPORTED';
