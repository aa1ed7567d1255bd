-- AlterTable
ALTER TABLE "Deliverable" ADD COLUMN     "archived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "customValues" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "toDos" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "Deliverable"
  ADD CONSTRAINT "Deliverable_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'),
  ADD CONSTRAINT "Deliverable_toDos_array" CHECK (jsonb_typeof("toDos") = 'array');
