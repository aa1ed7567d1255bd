-- AlterTable
ALTER TABLE "Person" ADD COLUMN     "onlyIn" INTEGER;

-- AlterTable
ALTER TABLE "SignInSession" ADD COLUMN     "onlyIn" INTEGER;

-- AlterTable
ALTER TABLE "SignInMail" ADD COLUMN     "shownIn" INTEGER,
ADD COLUMN     "invitationHash" TEXT;

-- Who has read a kept mail so far was not written down: an invitation that waits counts as read where it was sent from, and whose
-- mails were all kept counts as proven there alone.
UPDATE "SignInMail" m SET "shownIn" = u."accountId", "invitationHash" = u."invitationHash"
FROM "User" u WHERE m.status = 'KEPT' AND lower(u.email) = m.recipient AND u."invitationHash" IS NOT NULL;

UPDATE "Person" p SET "onlyIn" = (SELECT min(u."accountId") FROM "User" u WHERE u."personId" = p.id)
WHERE EXISTS (SELECT FROM "SignInMail" m WHERE m.recipient = p.email AND m.status = 'KEPT')
  AND NOT EXISTS (SELECT FROM "SignInMail" m WHERE m.recipient = p.email AND m.status = 'SENT')
  AND (SELECT count(DISTINCT u."accountId") FROM "User" u WHERE u."personId" = p.id) = 1;

UPDATE "SignInSession" s SET "onlyIn" = p."onlyIn" FROM "Person" p WHERE p.id = s."personId" AND p."onlyIn" IS NOT NULL;
