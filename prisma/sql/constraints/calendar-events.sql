-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "CalendarEvent"
  ADD CONSTRAINT "CalendarEvent_ends_after_start" CHECK ("endsAt" >= "startsAt" AND "endDate" >= "startDate"),
  ADD CONSTRAINT "CalendarEvent_timeZone_trimmed" CHECK ("timeZone" <> ''::text AND "timeZone" = btrim("timeZone", E' \t\r\n'::text)),
  ADD CONSTRAINT "CalendarEvent_times_together" CHECK (("startTime" IS NULL) = ("endTime" IS NULL));
