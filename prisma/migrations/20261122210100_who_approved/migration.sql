-- Who approved a deliverable, and when.
ALTER TABLE "Deliverable" ADD COLUMN     "approvedAt" TIMESTAMPTZ(3),
ADD COLUMN     "approvedBy" TEXT;
