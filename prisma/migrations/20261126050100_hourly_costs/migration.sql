-- AlterTable
ALTER TABLE "User" ADD COLUMN     "hourlyCost" DECIMAL(15,4);

-- What an hour costs is not negative.
ALTER TABLE "User" ADD CONSTRAINT "User_hourlyCost_range" CHECK ("hourlyCost" >= 0);
