-- AlterTable
ALTER TABLE "TimeEntry" ADD COLUMN     "hourlyAmount" DECIMAL(15,4);

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "hourlyAmount" DECIMAL(15,4);

-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "hourlyAmount" DECIMAL(15,4);

-- Prices of an hour are not negative.
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_hourlyAmount_range" CHECK ("hourlyAmount" >= 0);
ALTER TABLE "User" ADD CONSTRAINT "User_hourlyAmount_range" CHECK ("hourlyAmount" >= 0);
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_hourlyAmount_range" CHECK ("hourlyAmount" >= 0);
