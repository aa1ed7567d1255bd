ALTER TABLE "Opportunity" RENAME COLUMN "archive" TO "archived";
