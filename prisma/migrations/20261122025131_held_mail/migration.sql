-- AlterEnum
ALTER TYPE "OutboxMailStatus" ADD VALUE 'HELD';
