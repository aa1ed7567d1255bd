ALTER TABLE "Invoice" RENAME COLUMN "dateDue" TO "dueDate";
ALTER INDEX "Invoice_accountId_status_dateDue_idx" RENAME TO "Invoice_accountId_status_dueDate_idx";
ALTER TABLE "Expense" RENAME COLUMN "paidDate" TO "datePaid";
ALTER TABLE "CalendarEvent" RENAME COLUMN "timezone" TO "timeZone";
ALTER TABLE "CalendarEvent" RENAME CONSTRAINT "CalendarEvent_timezone_trimmed" TO "CalendarEvent_timeZone_trimmed";
