-- Tells the close date that moving an opportunity set from one that somebody gave: only the former goes when the
-- opportunity is opened again. Of those that are there nobody knows.
ALTER TABLE "Opportunity" ADD COLUMN     "closeDateAssumed" BOOLEAN NOT NULL DEFAULT false;
