-- CreateEnum
CREATE TYPE "LogEntryKind" AS ENUM ('CREATED', 'UPDATED', 'DELETED', 'SIGNED_IN', 'SIGNED_OUT', 'SESSION_ENDED', 'SECOND_FACTOR_CHANGED', 'PASSWORD_CHANGED', 'BACKUP_CODES_MADE', 'ACCOUNT_LINKED', 'SIGN_IN_RESET', 'ERASED', 'EXPORTED');

-- CreateEnum
CREATE TYPE "LogActorKind" AS ENUM ('PERSON', 'KEY', 'CONTACT', 'ADMINISTRATION', 'SERVICE', 'CUSTOMER');

-- CreateEnum
CREATE TYPE "ClientType" AS ENUM ('CLIENT', 'PROSPECT');

-- CreateEnum
CREATE TYPE "CustomFieldRecordType" AS ENUM ('CLIENT', 'CONTACT', 'PROJECT', 'DELIVERABLE', 'OPPORTUNITY');

-- CreateEnum
CREATE TYPE "CustomFieldType" AS ENUM ('TEXT', 'NUMERIC', 'CURRENCY', 'DATE', 'SELECT', 'RADIO', 'CHECKBOX', 'LINK', 'PHONE', 'EMAIL');

-- CreateEnum
CREATE TYPE "TaxRuleSource" AS ENUM ('BUILT_IN', 'QUICKBOOKS', 'XERO');

-- CreateEnum
CREATE TYPE "MailKind" AS ENUM ('INVOICE', 'RECEIPT', 'CANCELLATION', 'REMINDER', 'CREDIT_NOTE');

-- CreateEnum
CREATE TYPE "NumberSeries" AS ENUM ('INVOICE', 'CREDIT_NOTE', 'DEPOSIT');

-- CreateEnum
CREATE TYPE "LineRole" AS ENUM ('ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE', 'ALLOWANCE', 'CHARGE', 'WITHHOLDING', 'PREPAID', 'ROUNDING');

-- CreateEnum
CREATE TYPE "TaxCategory" AS ENUM ('STANDARD', 'REDUCED', 'ZERO', 'EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE', 'INTRA_COMMUNITY', 'EXPORT');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('DRAFT', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'VOIDED', 'WRITE_OFF');

-- CreateEnum
CREATE TYPE "InvoiceType" AS ENUM ('STANDARD', 'DEPOSIT');

-- CreateEnum
CREATE TYPE "LineItemType" AS ENUM ('DEPOSIT', 'HOURS', 'RETAINER', 'OVERAGE', 'ADHOC', 'PROJECT', 'EXPENSE', 'TAX', 'DEPOSIT_APPLIED', 'LATE_FEE', 'SUBSCRIPTION', 'DELIVERABLE', 'CREDIT', 'CONVENIENCE');

-- CreateEnum
CREATE TYPE "InvoiceEventKind" AS ENUM ('CREATED', 'EDITED', 'SENT', 'MARKED_SENT', 'MAIL_SENT', 'MAIL_FAILED', 'VIEWED', 'PAYMENT_APPLIED', 'VOIDED', 'WRITTEN_OFF', 'LINK_RENEWED', 'LINK_REVOKED', 'TEXT_LEFT_OUT', 'SELLER_KEPT', 'DOCUMENT_MADE', 'PAYMENT_REVERSED', 'PAYMENT_REFUNDED', 'CREDITED', 'NOTICE_SENT');

-- CreateEnum
CREATE TYPE "InvoiceEventActor" AS ENUM ('KEY', 'PERSON', 'CUSTOMER', 'SERVICE');

-- CreateEnum
CREATE TYPE "StageType" AS ENUM ('NEW', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED_WON', 'CLOSED_LOST');

-- CreateEnum
CREATE TYPE "OutboxMailStatus" AS ENUM ('KEPT', 'QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNCONFIRMED', 'HELD');

-- CreateEnum
CREATE TYPE "PaymentProviderType" AS ENUM ('STRIPE', 'CHECK', 'BANK_TRANSFER', 'CASH', 'VENMO', 'PAYPAL', 'ZELLE', 'APP_PAYOUT', 'CREDIT_CARD', 'OTHER');

-- CreateEnum
CREATE TYPE "PaymentReversalReason" AS ENUM ('BOUNCED', 'WRONG_INVOICE', 'WRONG_AMOUNT', 'DUPLICATE', 'OTHER');

-- CreateEnum
CREATE TYPE "ClientCreditKind" AS ENUM ('OVERPAID', 'CREDIT_NOTE', 'APPLIED', 'REFUNDED', 'TAKEN_BACK', 'OWED');

-- CreateEnum
CREATE TYPE "PortalAccess" AS ENUM ('FULL', 'READ_ONLY', 'OVERVIEW', 'NONE');

-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('OWNER', 'ADMIN', 'MANAGER', 'MEMBER', 'ACCOUNTANT', 'VIEWER');

-- CreateEnum
CREATE TYPE "PageSize" AS ENUM ('A4', 'LETTER');

-- CreateEnum
CREATE TYPE "InvoiceLayout" AS ENUM ('STANDARD', 'WINDOW');

-- CreateEnum
CREATE TYPE "LogoPlace" AS ENUM ('LEFT', 'RIGHT');

-- CreateEnum
CREATE TYPE "NumberRestart" AS ENUM ('NEVER', 'YEAR', 'MONTH');

-- CreateTable
CREATE TABLE "LogEntry" (
    "accountId" INTEGER NOT NULL,
    "place" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "kind" "LogEntryKind" NOT NULL,
    "recordType" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "recordVersion" INTEGER,
    "before" JSONB,
    "after" JSONB,
    "actorKind" "LogActorKind" NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "operation" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "address" TEXT,
    "publishedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "LogEntry_pkey" PRIMARY KEY ("accountId","place")
);

-- CreateTable
CREATE TABLE "CalendarEvent" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "externalId" TEXT,
    "startDate" DATE NOT NULL,
    "endDate" DATE NOT NULL,
    "startTime" TIME(0),
    "endTime" TIME(0),
    "timeZone" TEXT NOT NULL,
    "fullDay" BOOLEAN NOT NULL DEFAULT false,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "summary" TEXT,
    "description" TEXT,
    "location" TEXT,
    "busyEvent" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CalendarEvent_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Client" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "clientType" "ClientType" NOT NULL DEFAULT 'CLIENT',
    "address1" TEXT,
    "address2" TEXT,
    "city" TEXT,
    "locality" TEXT,
    "postal" TEXT,
    "country" TEXT,
    "website" TEXT,
    "phone" TEXT,
    "taxId" TEXT,
    "legalId" TEXT,
    "legalIdScheme" TEXT,
    "currency" TEXT,
    "defaultTaxRate" DECIMAL(9,6),
    "defaultTaxRuleId" TEXT,
    "payInstructions" TEXT,
    "notes" TEXT,
    "initials" TEXT,
    "color" TEXT,
    "leadSource" TEXT,
    "paymentTerms" JSONB,
    "hourlyAmount" DECIMAL(15,4),
    "roundingIncrement" INTEGER,
    "language" TEXT,
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "erasedAt" TIMESTAMPTZ(3),
    "mergedRecords" JSONB NOT NULL DEFAULT '[]',
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Client_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Contact" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT,
    "firstName" TEXT,
    "lastName" TEXT,
    "role" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "mobile" TEXT,
    "notes" TEXT,
    "defaultContact" BOOLEAN NOT NULL DEFAULT false,
    "invoiceContact" BOOLEAN NOT NULL DEFAULT false,
    "portalAccess" BOOLEAN NOT NULL DEFAULT false,
    "portalSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "portalLinkSentAt" TIMESTAMPTZ(3),
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "mergedRecords" JSONB NOT NULL DEFAULT '[]',
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Contact_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNote" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "numberFormatted" TEXT NOT NULL,
    "numberPeriod" TEXT,
    "invoiceId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "dateCreated" DATE NOT NULL,
    "subTotal" DECIMAL(15,4) NOT NULL,
    "discountAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "total" DECIMAL(15,4) NOT NULL,
    "refundedAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "keptAsCredit" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNote_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNoteLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "invoiceLineId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(21,12) NOT NULL,
    "unitPrice" DECIMAL(24,12) NOT NULL,
    "unit" TEXT,
    "lineTotal" DECIMAL(15,4) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNoteTaxLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rate" DECIMAL(9,6) NOT NULL,
    "order" INTEGER NOT NULL,
    "taxableAmount" DECIMAL(15,4) NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteTaxLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNoteDocument" (
    "accountId" INTEGER NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteDocument_pkey" PRIMARY KEY ("accountId","creditNoteId")
);

-- CreateTable
CREATE TABLE "CustomField" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "recordType" "CustomFieldRecordType" NOT NULL,
    "name" TEXT NOT NULL,
    "mappingKey" TEXT NOT NULL,
    "type" "CustomFieldType" NOT NULL DEFAULT 'TEXT',
    "options" TEXT[],
    "position" INTEGER NOT NULL DEFAULT 0,
    "projectTypeId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CustomField_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Deliverable" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "statusId" TEXT NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "description" TEXT,
    "approvalRequired" BOOLEAN NOT NULL DEFAULT false,
    "startDate" DATE,
    "dueDate" DATE,
    "completedAt" TIMESTAMPTZ(3),
    "approvedAt" TIMESTAMPTZ(3),
    "approvedBy" TEXT,
    "invoiceId" TEXT,
    "invoiceLineId" TEXT,
    "ticketId" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "toDos" JSONB NOT NULL DEFAULT '[]',
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Deliverable_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "DeliverableAssignee" (
    "accountId" INTEGER NOT NULL,
    "deliverableId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "DeliverableAssignee_pkey" PRIMARY KEY ("accountId","deliverableId","userId")
);

-- CreateTable
CREATE TABLE "ExchangeRate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "baseCurrency" TEXT NOT NULL,
    "quoteCurrency" TEXT NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ExchangeRate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Vendor" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "website" TEXT,
    "taxId" TEXT,
    "notes" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Vendor_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Expense" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "currency" TEXT NOT NULL,
    "taxRate" DECIMAL(9,6),
    "taxInclusive" BOOLEAN NOT NULL DEFAULT false,
    "category" TEXT,
    "vendorId" TEXT,
    "clientId" TEXT,
    "projectId" TEXT,
    "billNo" TEXT,
    "paid" BOOLEAN NOT NULL DEFAULT false,
    "datePaid" DATE,
    "dueDate" DATE,
    "reimbursable" BOOLEAN NOT NULL DEFAULT false,
    "markupPercent" DECIMAL(9,6),
    "description" TEXT,
    "notes" TEXT,
    "dateCreated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "invoiceId" TEXT,
    "invoiceLineId" TEXT,
    "userId" INTEGER,
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Expense_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Form" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Form_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FormSubmission" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "clientId" TEXT,
    "contactId" TEXT,
    "opportunityId" TEXT,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "formData" JSONB NOT NULL,
    "notes" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "FormSubmission_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "KeptAnswer" (
    "accountId" INTEGER NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "inputHash" TEXT NOT NULL,
    "answer" TEXT,
    "written" JSONB,
    "rights" INTEGER NOT NULL,
    "needed" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "KeptAnswer_pkey" PRIMARY KEY ("accountId","caller","key")
);

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    "image" TEXT,
    "twoFactorEnabled" BOOLEAN NOT NULL DEFAULT false,
    "onlyIn" INTEGER,
    "resetAt" TIMESTAMPTZ(3),
    "lastSignInAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInSession" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "addressProvenAt" TIMESTAMPTZ(3),
    "onlyIn" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInMethod" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "password" TEXT,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInMethod_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInVerification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInVerification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SecondFactor" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backupCodes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failedVerificationCount" INTEGER NOT NULL DEFAULT 0,
    "lockedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "privateKey" TEXT NOT NULL,
    "alg" TEXT,
    "crv" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInSecret" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInMail" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT,
    "status" "OutboxMailStatus" NOT NULL DEFAULT 'KEPT',
    "shownIn" INTEGER,
    "invitationHash" TEXT,
    "contactIn" INTEGER,
    "contactId" TEXT,
    "leadsTo" TEXT,
    "lastError" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInMail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateCount" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "RateCount_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "TaxRule" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" "TaxRuleSource" NOT NULL DEFAULT 'BUILT_IN',
    "providerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "TaxRule_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "TaxComponent" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "taxRuleId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rate" DECIMAL(9,6) NOT NULL,
    "order" INTEGER NOT NULL,
    "compound" BOOLEAN NOT NULL DEFAULT false,
    "compoundOnOrder" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "TaxComponent_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceTemplate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "paymentInstructions" TEXT,
    "footer" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "EmailTemplate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "MailKind" NOT NULL DEFAULT 'INVOICE',
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "EmailTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceSequence" (
    "accountId" INTEGER NOT NULL,
    "nextNumber" INTEGER NOT NULL DEFAULT 1,
    "period" TEXT NOT NULL DEFAULT '',
    "nextCreditNote" INTEGER NOT NULL DEFAULT 1,
    "creditNotePeriod" TEXT NOT NULL DEFAULT '',
    "nextDeposit" INTEGER NOT NULL DEFAULT 1,
    "depositPeriod" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceSequence_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceNumber" INTEGER,
    "invoiceNumberFormatted" TEXT NOT NULL,
    "numberSeries" "NumberSeries" NOT NULL DEFAULT 'INVOICE',
    "numberPeriod" TEXT NOT NULL DEFAULT '',
    "clientId" TEXT NOT NULL,
    "status" "InvoiceStatus" NOT NULL DEFAULT 'DRAFT',
    "invoiceType" "InvoiceType" NOT NULL DEFAULT 'STANDARD',
    "currency" TEXT NOT NULL,
    "description" TEXT,
    "notes" TEXT,
    "subTotal" DECIMAL(15,4) NOT NULL,
    "discountPercent" DECIMAL(9,6) NOT NULL DEFAULT 0,
    "discountAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "taxPercentage" DECIMAL(9,6),
    "taxCategory" "TaxCategory",
    "taxReason" TEXT,
    "usualTax" JSONB,
    "taxInclusive" BOOLEAN NOT NULL DEFAULT false,
    "roundTo" DECIMAL(15,4),
    "roundingAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "withholdingAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "prepaidAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "buyerReference" TEXT,
    "orderNumber" TEXT,
    "tax" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "total" DECIMAL(15,4) NOT NULL,
    "paymentTotal" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "creditedTotal" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "amountDue" DECIMAL(15,4) NOT NULL,
    "dateCreated" DATE NOT NULL,
    "dateIssued" DATE,
    "plannedIssueDate" DATE,
    "dateSent" DATE,
    "dueDate" DATE NOT NULL,
    "defaultPaymentDays" INTEGER,
    "datePaid" DATE,
    "supplyDate" DATE,
    "servicePeriodStart" DATE,
    "servicePeriodEnd" DATE,
    "paymentInstructions" TEXT,
    "instructionsTemplate" TEXT,
    "invoiceTemplateId" TEXT,
    "taxRuleId" TEXT,
    "taxRuleSnapshot" JSONB,
    "clientInfo" JSONB NOT NULL,
    "sellerInfo" JSONB,
    "viewToken" TEXT,
    "firstViewedAt" TIMESTAMPTZ(3),
    "erasedAt" TIMESTAMPTZ(3),
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(21,12) NOT NULL,
    "unitPrice" DECIMAL(24,12) NOT NULL,
    "price" DECIMAL(24,12),
    "baseQuantity" DECIMAL(15,6),
    "percent" DECIMAL(9,6),
    "role" "LineRole" NOT NULL DEFAULT 'ITEM',
    "unit" TEXT,
    "servicePeriodStart" DATE,
    "servicePeriodEnd" DATE,
    "taxable" BOOLEAN NOT NULL DEFAULT true,
    "taxCategory" "TaxCategory",
    "taxRate" DECIMAL(9,6),
    "taxReason" TEXT,
    "ownTax" JSONB,
    "lineTotal" DECIMAL(15,4) NOT NULL,
    "type" "LineItemType" NOT NULL DEFAULT 'ADHOC',
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "projectId" TEXT,
    "projectName" TEXT,
    "deliverableId" TEXT,
    "deliverableName" TEXT,
    "depositInvoiceId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceTaxLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rate" DECIMAL(9,6) NOT NULL,
    "order" INTEGER NOT NULL,
    "compound" BOOLEAN NOT NULL DEFAULT false,
    "compoundOnOrder" INTEGER,
    "taxableAmount" DECIMAL(15,4) NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "taxGroup" INTEGER NOT NULL DEFAULT 1,
    "category" "TaxCategory",
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceTaxLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceEvent" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "kind" "InvoiceEventKind" NOT NULL,
    "fromStatus" "InvoiceStatus",
    "toStatus" "InvoiceStatus",
    "actor" "InvoiceEventActor" NOT NULL,
    "keyName" TEXT,
    "personName" TEXT,
    "note" TEXT,
    "givenUp" DECIMAL(15,4),
    "bookedOn" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceEvent_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "IssuedDocument" (
    "accountId" INTEGER NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IssuedDocument_pkey" PRIMARY KEY ("accountId","invoiceId")
);

-- CreateTable
CREATE TABLE "SellerLogo" (
    "accountId" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "mediaType" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SellerLogo_pkey" PRIMARY KEY ("accountId","sha256")
);

-- CreateTable
CREATE TABLE "PipelineStage" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "hexColor" TEXT,
    "stageType" "StageType" NOT NULL DEFAULT 'IN_PROGRESS',
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "PipelineStage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Opportunity" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "clientId" TEXT,
    "statusId" TEXT NOT NULL,
    "value" DECIMAL(15,4),
    "estCloseDate" DATE,
    "actualCloseDate" DATE,
    "closeDateAssumed" BOOLEAN NOT NULL DEFAULT false,
    "sentiment" INTEGER,
    "toDos" JSONB NOT NULL DEFAULT '[]',
    "leadInfo" JSONB,
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Opportunity_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "OutboxMail" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT,
    "creditNoteId" TEXT,
    "emailTemplateId" TEXT,
    "kind" "MailKind" NOT NULL DEFAULT 'INVOICE',
    "recipients" TEXT[],
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "html" TEXT,
    "replyTo" TEXT,
    "status" "OutboxMailStatus" NOT NULL DEFAULT 'KEPT',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "messageId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "OutboxMail_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Payment" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "date" DATE NOT NULL,
    "paymentType" "PaymentProviderType" NOT NULL DEFAULT 'OTHER',
    "referenceNumber" TEXT,
    "memo" TEXT,
    "externalId" TEXT,
    "source" TEXT,
    "reversedAt" TIMESTAMPTZ(3),
    "reversedOn" DATE,
    "reversalReason" "PaymentReversalReason",
    "reversalNote" TEXT,
    "refundedTotal" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "creditedAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "groupId" TEXT,
    "fromCredit" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Refund" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "date" DATE NOT NULL,
    "paymentType" "PaymentProviderType" NOT NULL DEFAULT 'OTHER',
    "referenceNumber" TEXT,
    "memo" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Refund_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ClientCredit" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" "ClientCreditKind" NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "date" DATE NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ClientCredit_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProjectType" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "isDefaultProjectType" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectType_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "TaskStage" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "projectTypeId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "hexColor" TEXT,
    "complete" BOOLEAN NOT NULL DEFAULT false,
    "clientApproval" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "TaskStage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProjectTemplate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "projectTypeId" TEXT,
    "feeSchedule" JSONB,
    "portalAccess" "PortalAccess" NOT NULL DEFAULT 'READ_ONLY',
    "showTimeWorkedInPortal" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProjectTemplateDeliverable" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "templateId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "approvalRequired" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectTemplateDeliverable_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Project" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "projectTypeId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "startDate" DATE,
    "dueDate" DATE,
    "dateCreated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "portalAccess" "PortalAccess" NOT NULL DEFAULT 'READ_ONLY',
    "showTimeWorkedInPortal" BOOLEAN NOT NULL DEFAULT false,
    "feeSchedule" JSONB,
    "hexColor" TEXT,
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProjectMember" (
    "accountId" INTEGER NOT NULL,
    "projectId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectMember_pkey" PRIMARY KEY ("accountId","projectId","userId")
);

-- CreateTable
CREATE TABLE "ChangeListener" (
    "accountId" INTEGER NOT NULL,
    "process" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ChangeListener_pkey" PRIMARY KEY ("accountId","process")
);

-- CreateTable
CREATE TABLE "TimeEntry" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT,
    "projectId" TEXT,
    "deliverableId" TEXT,
    "userId" INTEGER NOT NULL,
    "timerStart" TIMESTAMPTZ(3) NOT NULL,
    "timerEnd" TIMESTAMPTZ(3) NOT NULL,
    "notes" TEXT,
    "billable" BOOLEAN NOT NULL DEFAULT true,
    "hourlyAmount" DECIMAL(15,4),
    "invoiceId" TEXT,
    "invoiceLineId" TEXT,
    "externalId" TEXT,
    "source" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "TimeEntry_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Workspace" (
    "accountId" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "address1" TEXT,
    "address2" TEXT,
    "city" TEXT,
    "locality" TEXT,
    "postal" TEXT,
    "country" TEXT,
    "taxId" TEXT,
    "taxNumber" TEXT,
    "legalId" TEXT,
    "legalIdScheme" TEXT,
    "taxLabel" TEXT,
    "defaultTaxRate" DECIMAL(9,6),
    "defaultTaxRuleId" TEXT,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "hourlyAmount" DECIMAL(15,4),
    "website" TEXT,
    "phone" TEXT,
    "payInstructions" TEXT,
    "accountHolder" TEXT,
    "iban" TEXT,
    "bic" TEXT,
    "accentColor" TEXT,
    "pageSize" "PageSize" NOT NULL DEFAULT 'A4',
    "invoiceLayout" "InvoiceLayout" NOT NULL DEFAULT 'STANDARD',
    "logoPlace" "LogoPlace" NOT NULL DEFAULT 'LEFT',
    "mailReplyTo" TEXT,
    "mailBcc" TEXT,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "language" TEXT,
    "invoiceNumberPattern" TEXT NOT NULL DEFAULT 'INV-#####',
    "creditNoteNumberPattern" TEXT NOT NULL DEFAULT 'CN-#####',
    "depositNumberPattern" TEXT,
    "numberRestart" "NumberRestart" NOT NULL DEFAULT 'NEVER',
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "WorkspaceLogo" (
    "accountId" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WorkspaceLogo_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "User" (
    "accountId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "firstName" TEXT,
    "lastName" TEXT,
    "role" "UserRole" NOT NULL DEFAULT 'MEMBER',
    "hourlyAmount" DECIMAL(15,4),
    "hourlyCost" DECIMAL(15,4),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "personId" TEXT,
    "invitedAt" TIMESTAMPTZ(3),
    "invitationExpiresAt" TIMESTAMPTZ(3),
    "invitationHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "User_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "lastUsedAddress" TEXT,
    "revokedAt" TIMESTAMPTZ(3),
    "madeById" TEXT,
    "madeByUserId" INTEGER,
    "replacedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "LogEntry_accountId_recordId_place_idx" ON "LogEntry"("accountId", "recordId", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_recordType_place_idx" ON "LogEntry"("accountId", "recordType", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_actorId_place_idx" ON "LogEntry"("accountId", "actorId", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_actorKind_place_idx" ON "LogEntry"("accountId", "actorKind", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_operation_place_idx" ON "LogEntry"("accountId", "operation", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_kind_place_idx" ON "LogEntry"("accountId", "kind", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_createdAt_idx" ON "LogEntry"("accountId", "createdAt");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_userId_startsAt_idx" ON "CalendarEvent"("accountId", "userId", "startsAt");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_startsAt_id_idx" ON "CalendarEvent"("accountId", "startsAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_createdAt_id_idx" ON "CalendarEvent"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_updatedAt_id_idx" ON "CalendarEvent"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CalendarEvent_accountId_externalId_key" ON "CalendarEvent"("accountId", "externalId");

-- CreateIndex
CREATE INDEX "Client_accountId_defaultTaxRuleId_idx" ON "Client"("accountId", "defaultTaxRuleId");

-- CreateIndex
CREATE INDEX "Client_accountId_updatedAt_id_idx" ON "Client"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_city_id_idx" ON "Client"("accountId", "city", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_country_id_idx" ON "Client"("accountId", "country", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_createdAt_id_idx" ON "Client"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Client_accountId_name_key" ON "Client"("accountId", "name");

-- CreateIndex
CREATE INDEX "Contact_accountId_clientId_id_idx" ON "Contact"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_updatedAt_id_idx" ON "Contact"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_lastName_firstName_id_idx" ON "Contact"("accountId", "lastName", "firstName", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_firstName_id_idx" ON "Contact"("accountId", "firstName", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_email_id_idx" ON "Contact"("accountId", "email", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_createdAt_id_idx" ON "Contact"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_number_id_idx" ON "CreditNote"("accountId", "number", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_invoiceId_id_idx" ON "CreditNote"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_clientId_id_idx" ON "CreditNote"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_dateCreated_id_idx" ON "CreditNote"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_createdAt_id_idx" ON "CreditNote"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_updatedAt_id_idx" ON "CreditNote"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNote_accountId_numberFormatted_key" ON "CreditNote"("accountId", "numberFormatted");

-- CreateIndex
CREATE INDEX "CreditNoteLine_accountId_invoiceLineId_id_idx" ON "CreditNoteLine"("accountId", "invoiceLineId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNoteLine_accountId_creditNoteId_position_key" ON "CreditNoteLine"("accountId", "creditNoteId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNoteTaxLine_accountId_creditNoteId_order_key" ON "CreditNoteTaxLine"("accountId", "creditNoteId", "order");

-- CreateIndex
CREATE INDEX "CustomField_accountId_projectTypeId_idx" ON "CustomField"("accountId", "projectTypeId");

-- CreateIndex
CREATE UNIQUE INDEX "CustomField_accountId_recordType_name_key" ON "CustomField"("accountId", "recordType", "name");

-- CreateIndex
CREATE UNIQUE INDEX "CustomField_accountId_recordType_mappingKey_key" ON "CustomField"("accountId", "recordType", "mappingKey");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_statusId_idx" ON "Deliverable"("accountId", "statusId");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_invoiceId_idx" ON "Deliverable"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_name_id_idx" ON "Deliverable"("accountId", "name", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_priority_id_idx" ON "Deliverable"("accountId", "priority", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_startDate_id_idx" ON "Deliverable"("accountId", "startDate", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_dueDate_id_idx" ON "Deliverable"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_createdAt_id_idx" ON "Deliverable"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_updatedAt_id_idx" ON "Deliverable"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Deliverable_accountId_projectId_name_key" ON "Deliverable"("accountId", "projectId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Deliverable_accountId_projectId_id_key" ON "Deliverable"("accountId", "projectId", "id");

-- CreateIndex
CREATE INDEX "DeliverableAssignee_accountId_userId_idx" ON "DeliverableAssignee"("accountId", "userId");

-- CreateIndex
CREATE INDEX "ExchangeRate_accountId_createdAt_id_idx" ON "ExchangeRate"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ExchangeRate_accountId_updatedAt_id_idx" ON "ExchangeRate"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ExchangeRate_accountId_day_baseCurrency_quoteCurrency_key" ON "ExchangeRate"("accountId", "day", "baseCurrency", "quoteCurrency");

-- CreateIndex
CREATE INDEX "Vendor_accountId_createdAt_id_idx" ON "Vendor"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Vendor_accountId_updatedAt_id_idx" ON "Vendor"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Vendor_accountId_name_key" ON "Vendor"("accountId", "name");

-- CreateIndex
CREATE INDEX "Expense_accountId_vendorId_id_idx" ON "Expense"("accountId", "vendorId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_clientId_id_idx" ON "Expense"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_projectId_id_idx" ON "Expense"("accountId", "projectId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_userId_id_idx" ON "Expense"("accountId", "userId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_invoiceId_idx" ON "Expense"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "Expense_accountId_dateCreated_id_idx" ON "Expense"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_amount_id_idx" ON "Expense"("accountId", "amount", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_dueDate_id_idx" ON "Expense"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_datePaid_id_idx" ON "Expense"("accountId", "datePaid", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_createdAt_id_idx" ON "Expense"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_updatedAt_id_idx" ON "Expense"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Form_accountId_name_key" ON "Form"("accountId", "name");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_formId_id_idx" ON "FormSubmission"("accountId", "formId", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_clientId_id_idx" ON "FormSubmission"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_contactId_idx" ON "FormSubmission"("accountId", "contactId");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_opportunityId_idx" ON "FormSubmission"("accountId", "opportunityId");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_submittedAt_id_idx" ON "FormSubmission"("accountId", "submittedAt", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_createdAt_id_idx" ON "FormSubmission"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_updatedAt_id_idx" ON "FormSubmission"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "KeptAnswer_createdAt_idx" ON "KeptAnswer" USING BRIN ("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Person_email_key" ON "Person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "SignInSession_token_key" ON "SignInSession"("token");

-- CreateIndex
CREATE INDEX "SignInSession_personId_idx" ON "SignInSession"("personId");

-- CreateIndex
CREATE INDEX "SignInMethod_personId_idx" ON "SignInMethod"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "SignInMethod_providerId_subject_key" ON "SignInMethod"("providerId", "subject");

-- CreateIndex
CREATE INDEX "SignInVerification_identifier_idx" ON "SignInVerification"("identifier");

-- CreateIndex
CREATE INDEX "SignInVerification_expiresAt_idx" ON "SignInVerification"("expiresAt");

-- CreateIndex
CREATE INDEX "SecondFactor_personId_idx" ON "SecondFactor"("personId");

-- CreateIndex
CREATE INDEX "SecondFactor_secret_idx" ON "SecondFactor"("secret");

-- CreateIndex
CREATE INDEX "SignInMail_recipient_idx" ON "SignInMail"("recipient");

-- CreateIndex
CREATE INDEX "SignInMail_expiresAt_idx" ON "SignInMail"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInMail_invitationHash_idx" ON "SignInMail"("invitationHash");

-- CreateIndex
CREATE INDEX "SignInMail_contactIn_createdAt_idx" ON "SignInMail"("contactIn", "createdAt");

-- CreateIndex
CREATE INDEX "RateCount_expire_idx" ON "RateCount"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "TaxRule_accountId_name_key" ON "TaxRule"("accountId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "TaxComponent_accountId_taxRuleId_order_key" ON "TaxComponent"("accountId", "taxRuleId", "order");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceTemplate_accountId_name_key" ON "InvoiceTemplate"("accountId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "EmailTemplate_accountId_name_key" ON "EmailTemplate"("accountId", "name");

-- CreateIndex
CREATE INDEX "Invoice_accountId_invoiceNumber_idx" ON "Invoice"("accountId", "invoiceNumber");

-- CreateIndex
CREATE INDEX "Invoice_accountId_clientId_id_idx" ON "Invoice"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_status_dueDate_idx" ON "Invoice"("accountId", "status", "dueDate");

-- CreateIndex
CREATE INDEX "Invoice_accountId_invoiceTemplateId_idx" ON "Invoice"("accountId", "invoiceTemplateId");

-- CreateIndex
CREATE INDEX "Invoice_accountId_taxRuleId_idx" ON "Invoice"("accountId", "taxRuleId");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dateCreated_id_idx" ON "Invoice"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_updatedAt_id_idx" ON "Invoice"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dateCreated_invoiceNumber_id_idx" ON "Invoice"("accountId", "dateCreated", "invoiceNumber", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dueDate_id_idx" ON "Invoice"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_datePaid_id_idx" ON "Invoice"("accountId", "datePaid", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_total_id_idx" ON "Invoice"("accountId", "total", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_amountDue_id_idx" ON "Invoice"("accountId", "amountDue", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_createdAt_id_idx" ON "Invoice"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dateIssued_id_idx" ON "Invoice"("accountId", "dateIssued", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_invoiceNumberFormatted_key" ON "Invoice"("accountId", "invoiceNumberFormatted");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_viewToken_key" ON "Invoice"("accountId", "viewToken");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_projectId_idx" ON "InvoiceLine"("accountId", "projectId");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_deliverableId_idx" ON "InvoiceLine"("accountId", "deliverableId");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_depositInvoiceId_idx" ON "InvoiceLine"("accountId", "depositInvoiceId");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_createdAt_id_idx" ON "InvoiceLine"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_updatedAt_id_idx" ON "InvoiceLine"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceLine_accountId_invoiceId_position_key" ON "InvoiceLine"("accountId", "invoiceId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceLine_accountId_invoiceId_id_key" ON "InvoiceLine"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceTaxLine_accountId_invoiceId_order_key" ON "InvoiceTaxLine"("accountId", "invoiceId", "order");

-- CreateIndex
CREATE INDEX "InvoiceEvent_accountId_invoiceId_id_idx" ON "InvoiceEvent"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "PipelineStage_accountId_label_key" ON "PipelineStage"("accountId", "label");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_clientId_id_idx" ON "Opportunity"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_statusId_id_idx" ON "Opportunity"("accountId", "statusId", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_updatedAt_id_idx" ON "Opportunity"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_createdAt_id_idx" ON "Opportunity"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_name_id_idx" ON "Opportunity"("accountId", "name", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_value_id_idx" ON "Opportunity"("accountId", "value", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_estCloseDate_id_idx" ON "Opportunity"("accountId", "estCloseDate", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_actualCloseDate_id_idx" ON "Opportunity"("accountId", "actualCloseDate", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_invoiceId_idx" ON "OutboxMail"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_creditNoteId_idx" ON "OutboxMail"("accountId", "creditNoteId");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_emailTemplateId_idx" ON "OutboxMail"("accountId", "emailTemplateId");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_createdAt_id_idx" ON "OutboxMail"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_sentAt_id_idx" ON "OutboxMail"("accountId", "sentAt", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_updatedAt_id_idx" ON "OutboxMail"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_invoiceId_id_idx" ON "Payment"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_groupId_id_idx" ON "Payment"("accountId", "groupId", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_date_id_idx" ON "Payment"("accountId", "date", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_createdAt_id_idx" ON "Payment"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_updatedAt_id_idx" ON "Payment"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_paymentId_id_idx" ON "Refund"("accountId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_date_id_idx" ON "Refund"("accountId", "date", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_createdAt_id_idx" ON "Refund"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_updatedAt_id_idx" ON "Refund"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_clientId_id_idx" ON "ClientCredit"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_paymentId_id_idx" ON "ClientCredit"("accountId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_date_id_idx" ON "ClientCredit"("accountId", "date", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_createdAt_id_idx" ON "ClientCredit"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_updatedAt_id_idx" ON "ClientCredit"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectType_accountId_name_key" ON "ProjectType"("accountId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "TaskStage_accountId_projectTypeId_label_key" ON "TaskStage"("accountId", "projectTypeId", "label");

-- CreateIndex
CREATE INDEX "ProjectTemplate_accountId_projectTypeId_idx" ON "ProjectTemplate"("accountId", "projectTypeId");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectTemplate_accountId_name_key" ON "ProjectTemplate"("accountId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectTemplateDeliverable_accountId_templateId_name_key" ON "ProjectTemplateDeliverable"("accountId", "templateId", "name");

-- CreateIndex
CREATE INDEX "Project_accountId_projectTypeId_idx" ON "Project"("accountId", "projectTypeId");

-- CreateIndex
CREATE INDEX "Project_accountId_updatedAt_id_idx" ON "Project"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_name_id_idx" ON "Project"("accountId", "name", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_startDate_id_idx" ON "Project"("accountId", "startDate", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_dueDate_id_idx" ON "Project"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_dateCreated_id_idx" ON "Project"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_createdAt_id_idx" ON "Project"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Project_accountId_clientId_name_key" ON "Project"("accountId", "clientId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Project_accountId_clientId_id_key" ON "Project"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "ProjectMember_accountId_userId_idx" ON "ProjectMember"("accountId", "userId");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_clientId_timerStart_idx" ON "TimeEntry"("accountId", "clientId", "timerStart");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_projectId_timerStart_timerEnd_idx" ON "TimeEntry"("accountId", "projectId", "timerStart", "timerEnd");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_deliverableId_idx" ON "TimeEntry"("accountId", "deliverableId");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_userId_timerStart_timerEnd_idx" ON "TimeEntry"("accountId", "userId", "timerStart", "timerEnd");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_invoiceId_idx" ON "TimeEntry"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_timerStart_id_idx" ON "TimeEntry"("accountId", "timerStart", "id");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_createdAt_id_idx" ON "TimeEntry"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_updatedAt_id_idx" ON "TimeEntry"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "User_personId_idx" ON "User"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "User_accountId_personId_key" ON "User"("accountId", "personId");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_madeById_idx" ON "ApiKey"("accountId", "madeById");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_madeByUserId_idx" ON "ApiKey"("accountId", "madeByUserId");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_replacedById_idx" ON "ApiKey"("accountId", "replacedById");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_accountId_prefix_key" ON "ApiKey"("accountId", "prefix");

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_accountId_defaultTaxRuleId_fkey" FOREIGN KEY ("accountId", "defaultTaxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNote" ADD CONSTRAINT "CreditNote_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNote" ADD CONSTRAINT "CreditNote_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNoteLine" ADD CONSTRAINT "CreditNoteLine_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNoteLine" ADD CONSTRAINT "CreditNoteLine_accountId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNoteTaxLine" ADD CONSTRAINT "CreditNoteTaxLine_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNoteDocument" ADD CONSTRAINT "CreditNoteDocument_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CreditNoteDocument" ADD CONSTRAINT "CreditNoteDocument_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_statusId_fkey" FOREIGN KEY ("accountId", "statusId") REFERENCES "TaskStage"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "DeliverableAssignee" ADD CONSTRAINT "DeliverableAssignee_accountId_deliverableId_fkey" FOREIGN KEY ("accountId", "deliverableId") REFERENCES "Deliverable"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "DeliverableAssignee" ADD CONSTRAINT "DeliverableAssignee_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ExchangeRate" ADD CONSTRAINT "ExchangeRate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Vendor" ADD CONSTRAINT "Vendor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_vendorId_fkey" FOREIGN KEY ("accountId", "vendorId") REFERENCES "Vendor"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_clientId_projectId_fkey" FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_invoiceId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "invoiceId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Form" ADD CONSTRAINT "Form_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_formId_fkey" FOREIGN KEY ("accountId", "formId") REFERENCES "Form"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_contactId_fkey" FOREIGN KEY ("accountId", "contactId") REFERENCES "Contact"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_opportunityId_fkey" FOREIGN KEY ("accountId", "opportunityId") REFERENCES "Opportunity"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "KeptAnswer" ADD CONSTRAINT "KeptAnswer_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "SignInSession" ADD CONSTRAINT "SignInSession_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "SignInMethod" ADD CONSTRAINT "SignInMethod_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TaxRule" ADD CONSTRAINT "TaxRule_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TaxComponent" ADD CONSTRAINT "TaxComponent_accountId_taxRuleId_fkey" FOREIGN KEY ("accountId", "taxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceTemplate" ADD CONSTRAINT "InvoiceTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "EmailTemplate" ADD CONSTRAINT "EmailTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceSequence" ADD CONSTRAINT "InvoiceSequence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_invoiceTemplateId_fkey" FOREIGN KEY ("accountId", "invoiceTemplateId") REFERENCES "InvoiceTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_taxRuleId_fkey" FOREIGN KEY ("accountId", "taxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_projectId_deliverableId_fkey" FOREIGN KEY ("accountId", "projectId", "deliverableId") REFERENCES "Deliverable"("accountId", "projectId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_depositInvoiceId_fkey" FOREIGN KEY ("accountId", "depositInvoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceTaxLine" ADD CONSTRAINT "InvoiceTaxLine_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InvoiceEvent" ADD CONSTRAINT "InvoiceEvent_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "IssuedDocument" ADD CONSTRAINT "IssuedDocument_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "IssuedDocument" ADD CONSTRAINT "IssuedDocument_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "SellerLogo" ADD CONSTRAINT "SellerLogo_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "PipelineStage" ADD CONSTRAINT "PipelineStage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_statusId_fkey" FOREIGN KEY ("accountId", "statusId") REFERENCES "PipelineStage"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_emailTemplateId_fkey" FOREIGN KEY ("accountId", "emailTemplateId") REFERENCES "EmailTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_accountId_paymentId_fkey" FOREIGN KEY ("accountId", "paymentId") REFERENCES "Payment"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ClientCredit" ADD CONSTRAINT "ClientCredit_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ClientCredit" ADD CONSTRAINT "ClientCredit_accountId_paymentId_fkey" FOREIGN KEY ("accountId", "paymentId") REFERENCES "Payment"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectType" ADD CONSTRAINT "ProjectType_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TaskStage" ADD CONSTRAINT "TaskStage_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectTemplate" ADD CONSTRAINT "ProjectTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectTemplate" ADD CONSTRAINT "ProjectTemplate_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectTemplateDeliverable" ADD CONSTRAINT "ProjectTemplateDeliverable_accountId_templateId_fkey" FOREIGN KEY ("accountId", "templateId") REFERENCES "ProjectTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectMember" ADD CONSTRAINT "ProjectMember_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ProjectMember" ADD CONSTRAINT "ProjectMember_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ChangeListener" ADD CONSTRAINT "ChangeListener_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey" FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_projectId_deliverableId_fkey" FOREIGN KEY ("accountId", "projectId", "deliverableId") REFERENCES "Deliverable"("accountId", "projectId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_invoiceId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "invoiceId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_accountId_defaultTaxRuleId_fkey" FOREIGN KEY ("accountId", "defaultTaxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WorkspaceLogo" ADD CONSTRAINT "WorkspaceLogo_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_madeById_fkey" FOREIGN KEY ("accountId", "madeById") REFERENCES "ApiKey"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_madeByUserId_fkey" FOREIGN KEY ("accountId", "madeByUserId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_replacedById_fkey" FOREIGN KEY ("accountId", "replacedById") REFERENCES "ApiKey"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- prisma/sql/extensions.sql
-- Indexes for searches by parts of words (pg_trgm), together with the workspace (btree_gin).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- prisma/sql/functions/assert_client_credit.sql
-- A client has no negative credit in any currency.
CREATE OR REPLACE FUNCTION "assert_client_credit"(account integer, client text, unit text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(c."amount") FROM "ClientCredit" c WHERE c."accountId" = account AND c."clientId" = client
      AND c."currency" = unit AND c."kind" <> 'OWED') < 0 THEN
    RAISE EXCEPTION 'client % of workspace % has less credit than none in %', client, account, unit
      USING ERRCODE = 'check_violation', TABLE = 'ClientCredit', CONSTRAINT = 'ClientCredit_is_not_negative';
  END IF;
END
$$;

-- prisma/sql/functions/assert_credited_total.sql
-- `creditedTotal` of an invoice is the sum of its credit notes.
CREATE OR REPLACE FUNCTION "assert_credited_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  credited numeric;
BEGIN
  SELECT i."creditedTotal", (
    SELECT coalesce(sum(c."total"), 0) FROM "CreditNote" c WHERE c."accountId" = account AND c."invoiceId" = invoice
  ) INTO recorded, credited
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> credited THEN
    RAISE EXCEPTION 'invoice % of workspace % says % is credited, its credit notes sum to %', invoice, account, recorded, credited
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_creditedTotal_is_sum';
  END IF;
END
$$;

-- prisma/sql/functions/assert_payment_credit.sql
-- The credit that a payment states is the sum of its entries in "ClientCredit".
CREATE OR REPLACE FUNCTION "assert_payment_credit"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  changed numeric;
BEGIN
  SELECT CASE WHEN p."reversedAt" IS NULL THEN p."creditedAmount" - CASE WHEN p."fromCredit" THEN p."amount" ELSE 0 END
      ELSE - p."refundedTotal" END, (
    SELECT coalesce(sum(c."amount"), 0) FROM "ClientCredit" c WHERE c."accountId" = account AND c."paymentId" = payment
  ) INTO recorded, changed
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> changed THEN
    RAISE EXCEPTION 'payment % of workspace % says credit of %, its changes sum to %', payment, account, recorded, changed
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_credit_is_sum';
  END IF;
END
$$;

-- prisma/sql/functions/assert_payment_total.sql
-- `paymentTotal` of an invoice is the sum of its payments, without reversed ones, refunds and what became credit.
CREATE OR REPLACE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  applied numeric;
BEGIN
  SELECT i."paymentTotal", (
    SELECT coalesce(sum(p."amount" - p."refundedTotal" - p."creditedAmount") FILTER (WHERE p."reversedAt" IS NULL), 0)
    FROM "Payment" p WHERE p."accountId" = account AND p."invoiceId" = invoice
  ) INTO recorded, applied
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> applied THEN
    RAISE EXCEPTION 'invoice % of workspace % says % is paid, its payments sum to %', invoice, account, recorded, applied
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_paymentTotal_is_sum';
  END IF;
END
$$;

-- prisma/sql/functions/assert_refunded_total.sql
-- `refundedTotal` of a payment is the sum of its refunds.
CREATE OR REPLACE FUNCTION "assert_refunded_total"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  refunded numeric;
BEGIN
  SELECT p."refundedTotal", (
    SELECT coalesce(sum(r."amount"), 0) FROM "Refund" r WHERE r."accountId" = account AND r."paymentId" = payment
  ) INTO recorded, refunded
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> refunded THEN
    RAISE EXCEPTION 'payment % of workspace % says % was refunded, its refunds sum to %', payment, account, recorded, refunded
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_refundedTotal_is_sum';
  END IF;
END
$$;

-- prisma/sql/functions/begin_portal_access.sql
-- Portal sessions that are older than `portalSince` are invalid.
CREATE OR REPLACE FUNCTION "begin_portal_access"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- To the millisecond, and never later than it is.
  NEW."portalSince" := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END
$$;

-- prisma/sql/functions/blank_kept_of_erased.sql
-- Deletes a stored response if it contains data of an erased client. For databases without triggers.
CREATE OR REPLACE FUNCTION "blank_kept_of_erased"(account integer, who text, name text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  kept text;
BEGIN
  SELECT k."answer" INTO kept FROM "KeptAnswer" k
  WHERE k."accountId" = account AND k."caller" = who AND k."key" = name;
  IF kept IS NOT NULL AND "shows_erased"(account, kept) THEN
    UPDATE "KeptAnswer" SET "answer" = NULL
    WHERE "accountId" = account AND "caller" = who AND "key" = name;
  END IF;
END
$$;

-- prisma/sql/functions/check_client_credit.sql
-- Trigger of "ClientCredit".
CREATE OR REPLACE FUNCTION "check_client_credit"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_credit"(NEW."accountId", NEW."paymentId");
    PERFORM "assert_client_credit"(NEW."accountId", NEW."clientId", NEW."currency");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_credit"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_credit_note.sql
-- Trigger of "CreditNote".
CREATE OR REPLACE FUNCTION "check_credit_note"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_credited_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_credited_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_credited.sql
-- Trigger of "Invoice".
CREATE OR REPLACE FUNCTION "check_credited"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_credited_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_invoice.sql
-- Trigger of "Invoice".
CREATE OR REPLACE FUNCTION "check_invoice"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_payment.sql
-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_payment"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_payment_credit.sql
-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_payment_credit"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_credit"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_refund.sql
-- Trigger of "Refund".
CREATE OR REPLACE FUNCTION "check_refund"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_refunded_total"(NEW."accountId", NEW."paymentId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_refunded_total"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/check_refunded.sql
-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_refunded"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_refunded_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

-- prisma/sql/functions/clients_beginning.sql
-- Ids of clients whose name or phone begins with the words, or who have a contact whose e-mail address or phone does. Ids can repeat.
-- The generic plan uses the indexes and saves planning six branches for each call.
CREATE OR REPLACE FUNCTION "clients_beginning"(account integer, words text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  RETURN QUERY
    SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND search_form(c.name) ~>=~ search_form(words) AND search_form(c.name) ~<~ (search_form(words) || chr(1114111))
    UNION ALL SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND phone_digits(c.phone) LIKE phone_pattern(words)
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND phone_digits(k.phone) LIKE phone_pattern(words);
END
$$;

-- prisma/sql/functions/clients_by_contact_name.sql
-- Ids of clients with a contact whose name matches a LIKE pattern. A pattern of three letters or fewer matches without regard to accents only if it
-- is written without them: the trigram index needs longer words.
CREATE OR REPLACE FUNCTION "clients_by_contact_name"(account integer, pattern text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_custom_plan' AS $$
BEGIN
  IF length(pattern) > 4 THEN
    RETURN QUERY SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern);
  ELSE
    RETURN QUERY SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern);
  END IF;
END
$$;

-- prisma/sql/functions/close_log.sql
-- Locks the log of a workspace until the end of the transaction. False if another session writes it.
CREATE OR REPLACE FUNCTION "close_log"(workspace integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_try_advisory_xact_lock(1279805300, workspace);
END
$$;

-- prisma/sql/functions/delete_log.sql
-- Deletes at most `most` entries of a deleted workspace. Returns how many.
CREATE OR REPLACE FUNCTION "delete_log"(workspace integer, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF NOT EXISTS (SELECT FROM "Workspace" WHERE "accountId" = workspace AND "deletedAt" IS NOT NULL) THEN
    RAISE 'The log of a workspace is removed when the workspace was deleted.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT place FROM "LogEntry" WHERE "accountId" = workspace LIMIT most
  ) old WHERE l."accountId" = workspace AND l.place = old.place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_log"(integer,integer) FROM PUBLIC;

-- prisma/sql/functions/erase_log.sql
-- Removes the values of an erased client or contact from the log. The transaction has to have written the entry ERASED of its record: the role of the
-- service may not change entries in any other way. `records` belong to the erased record, `actors` are erased contacts, and values of other records
-- are removed where they contain one of the `words`. Returns the number of changed entries.
CREATE OR REPLACE FUNCTION "erase_log"(workspace integer, records text[], actors text[], words text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  subject record;
  entry record;
  own text[];
  patterns text[];
  known boolean;
  isThere boolean;
  merged text[];
  blanked bigint;
  named bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  SELECT l."recordType" AS type, l."recordId" AS id INTO subject FROM "LogEntry" l
  WHERE l."accountId" = workspace AND l.kind = 'ERASED' AND l."recordId" = ANY (records)
    AND l.xmin::text::bigint = (pg_current_xact_id()::text)::bigint & 4294967295
    AND (l.transaction = (pg_current_xact_id()::text)::bigint OR to_regclass('"actiongraph_log"."NewLogEntry"') IS NULL)
  ORDER BY l.place DESC LIMIT 1;
  IF subject.id IS NULL THEN
    RAISE 'The log is blanked by a transaction that tells whom of the workspace it erases.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF subject.type NOT IN ('Client', 'Contact')
    OR subject.type = 'Client' AND EXISTS (
      SELECT 1 FROM "Client" c WHERE c."accountId" = workspace AND c.id = subject.id AND c."erasedAt" IS NULL)
    OR subject.type = 'Contact' AND EXISTS (
      SELECT 1 FROM "Contact" c WHERE c."accountId" = workspace AND c.id = subject.id)
  THEN
    RAISE 'The log is blanked when who it is about is erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(actors) AS a(id) WHERE a.id NOT LIKE 'con\_%')
    OR EXISTS (SELECT 1 FROM "Contact" c WHERE c."accountId" = workspace AND c.id = ANY (actors))
  THEN
    RAISE 'Of those who acted, the log forgets contacts that are erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(words) AS w(word) WHERE octet_length(w.word) < 4) THEN
    RAISE 'Words that are so short stand for much else as well.' USING ERRCODE = 'insufficient_privilege';
  END IF;

  -- What is the client's own, and names it for others.
  SELECT ARRAY[subject.id] || array_agg(found.id) INTO own FROM (
    SELECT i.id FROM "Invoice" i WHERE i."accountId" = workspace AND i."clientId" = subject.id
    UNION ALL SELECT p.id FROM "Project" p WHERE p."accountId" = workspace AND p."clientId" = subject.id
    UNION ALL SELECT n.id FROM "CreditNote" n WHERE n."accountId" = workspace AND n."clientId" = subject.id
    UNION ALL SELECT m.id FROM "Payment" m JOIN "Invoice" i ON i."accountId" = m."accountId" AND i.id = m."invoiceId"
      WHERE m."accountId" = workspace AND i."accountId" = workspace AND i."clientId" = subject.id
  ) AS found;
  FOR entry IN
    SELECT l."recordId" AS id, l."recordType" AS type,
      bool_or(l.kind = 'DELETED') AS "isDeleted",
      bool_or(l.before ? 'leadInfo' OR l.after ? 'leadInfo') AS "isLed",
      bool_or(EXISTS (
        SELECT 1 FROM jsonb_each_text(coalesce(l.before, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own)
        UNION ALL
        SELECT 1 FROM jsonb_each_text(coalesce(l.after, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own)
      )) AS "isNamed"
    FROM "LogEntry" l
    WHERE l."accountId" = workspace AND (l."recordId" = ANY (records) OR l."recordId" = ANY (actors)) AND NOT l."recordId" = ANY (own)
    GROUP BY 1, 2
  LOOP
    known := entry."isNamed";
    IF NOT known AND entry.type IN ('Contact', 'Project', 'Deliverable', 'TimeEntry', 'Expense', 'Invoice', 'InvoiceLine', 'InvoiceTaxLine',
      'InvoiceEvent', 'Payment', 'Refund', 'Opportunity', 'FormSubmission', 'OutboxMail')
    THEN
      EXECUTE format(
        'SELECT count(*) > 0, coalesce(bool_or(EXISTS (SELECT 1 FROM jsonb_each_text(to_jsonb(t)) AS v(key, value)
           WHERE v.key LIKE ''%%Id'' AND v.value = ANY ($3))), false) FROM %I t WHERE t."accountId" = $1 AND t.id = $2', entry.type)
      INTO isThere, known USING workspace, entry.id, own;
      known := known OR NOT isThere AND NOT entry."isDeleted"
        -- Who brought a deal is erased; the deal is its client's.
        OR subject.type = 'Contact' AND entry.type = 'Opportunity' AND entry."isLed" AND EXISTS (
          SELECT 1 FROM "Opportunity" o WHERE o."accountId" = workspace AND o.id = entry.id AND o."leadInfo" IS NULL);
    END IF;
    IF NOT known THEN
      RAISE 'The log is blanked of what belongs to whom is erased, and % does not.', entry.id USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;

  SELECT coalesce(array_agg(DISTINCT m.record ->> 'id'), '{}') INTO merged
  FROM "LogEntry" l CROSS JOIN LATERAL jsonb_array_elements(l.after -> 'mergedRecords') AS m(record)
  WHERE l."accountId" = workspace AND l."recordId" = ANY (records) AND l."recordType" IN ('Client', 'Contact');

  -- As the words stand in JSON.
  SELECT coalesce(array_agg('%' || replace(replace(replace(substr(j.word, 2, length(j.word) - 2), '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  INTO patterns FROM (SELECT to_json(w.word)::text AS word FROM unnest(words) AS w(word)) AS j;
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND (before IS NOT NULL OR after IS NOT NULL) AND (
    "recordId" = ANY (records || merged)
    OR ARRAY[before ->> 'clientId', after ->> 'clientId', before ->> 'contactId', after ->> 'contactId'] && (ARRAY[subject.id] || actors || merged)
    OR (coalesce(before::text, '') || E'\n' || coalesce(after::text, '')) ILIKE ANY (patterns));
  GET DIAGNOSTICS blanked = ROW_COUNT;
  UPDATE "LogEntry" SET "actorName" = NULL, address = NULL
  WHERE "accountId" = workspace AND "actorKind" = 'CONTACT' AND "actorId" = ANY (actors || merged)
    AND ("actorName" IS NOT NULL OR address IS NOT NULL);
  GET DIAGNOSTICS named = ROW_COUNT;
  RETURN blanked + named;
END
$$;

REVOKE EXECUTE ON FUNCTION "erase_log"(integer,text[],text[],text[]) FROM PUBLIC;

-- prisma/sql/functions/first_clients_found.sql
-- Ids of clients that a search finds. If more than 1,000 rows match, the first 5,000 clients in the order of names are searched, which is faster than
-- sorting all matches.
CREATE OR REPLACE FUNCTION "first_clients_found"(account integer, words text, pattern text, most integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_custom_plan' AS $$
DECLARE
  early integer := 0;
  is_short boolean := length(pattern) < 5;
BEGIN
  PERFORM 1 FROM (
    SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND search_form(c.name) ~>=~ search_form(words) AND search_form(c.name) ~<~ (search_form(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND phone_digits(c.phone) LIKE phone_pattern(words)
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND phone_digits(k.phone) LIKE phone_pattern(words)
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND CASE WHEN is_short THEN lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)
        ELSE search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern) END
  ) found OFFSET 1000 LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT c.id FROM (
      SELECT first.id, first.name, first.phone FROM "Client" first
      WHERE first."accountId" = account AND NOT first.archived ORDER BY first.name, first.id LIMIT 5000
    ) c
    WHERE search_form(c.name) ^@ search_form(words) OR lower(c.phone) ^@ lower(words)
      OR phone_digits(c.phone) LIKE phone_pattern(words) OR EXISTS (
      SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND k."clientId" = c.id AND NOT k.archived
        AND (lower(k.email) ^@ lower(words) OR lower(k.phone) ^@ lower(words)
          OR phone_digits(k.phone) LIKE phone_pattern(words)
          OR CASE WHEN is_short THEN lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)
            ELSE search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern) END))
    ORDER BY c.name, c.id LIMIT most;
    GET DIAGNOSTICS early = ROW_COUNT;
  END IF;
  IF early < most THEN
    RETURN QUERY SELECT "clients_beginning"(account, words) UNION ALL SELECT "clients_by_contact_name"(account, pattern);
  END IF;
END
$$;

-- prisma/sql/functions/keep_issued.sql
-- Freezes the seller and the issue date of issued invoices. For databases without triggers; otherwise the trigger `keep_seller` does it.
CREATE OR REPLACE FUNCTION "keep_issued"(account integer, invoices text[]) RETURNS TABLE(id text, "sellerInfo" jsonb, "dateIssued" date)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  issued record;
  seller jsonb;
  today date;
  day date;
BEGIN
  FOR issued IN
    SELECT i."id", i."invoiceTemplateId" AS template, i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL AS "hasDay",
      i."dateIssued" AS known, i."plannedIssueDate" AS planned, i."dateSent" AS sent
    FROM "Invoice" i
    WHERE i."accountId" = account AND i."id" = ANY (invoices) AND i."status" <> 'DRAFT' AND i."sellerInfo" IS NULL
  LOOP
    seller := "seller_now"(account, issued.template) || '{"keptBy": "ISSUE"}';
    SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date INTO today
    FROM "Workspace" w WHERE w."accountId" = account;
    day := CASE WHEN issued."hasDay" THEN
      coalesce(issued.known, CASE WHEN issued.planned < today THEN issued.planned END, issued.sent, today)
      ELSE issued.known END;
    RETURN QUERY UPDATE "Invoice" i SET "sellerInfo" = seller, "dateIssued" = day,
      "dueDate" = CASE WHEN issued."hasDay" THEN
        coalesce(greatest(day, i."dateCreated") + i."defaultPaymentDays", i."dueDate") ELSE i."dueDate" END
    WHERE i."accountId" = account AND i."id" = issued."id"
    RETURNING i."id", i."sellerInfo", i."dateIssued";
  END LOOP;
END
$$;

-- prisma/sql/functions/keep_log.sql
-- Trigger of "Workspace": a workspace is deleted after its log.
CREATE OR REPLACE FUNCTION "keep_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "close_log"(OLD."accountId") THEN
    RAISE 'Somebody writes the log of workspace % just now.', OLD."accountId" USING ERRCODE = 'lock_not_available';
  END IF;
  IF EXISTS (SELECT 1 FROM "LogEntry" WHERE "accountId" = OLD."accountId") THEN
    RAISE 'Workspace % has a log, which has to be removed first.', OLD."accountId" USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END
$$;

-- prisma/sql/functions/keep_nothing_of_erased.sql
-- Trigger of "KeptAnswer": a response is not stored if it contains data of an erased client.
CREATE OR REPLACE FUNCTION "keep_nothing_of_erased"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF "shows_erased"(NEW."accountId", NEW."answer") THEN
    NEW."answer" := NULL;
  END IF;
  RETURN NEW;
END
$$;

-- prisma/sql/functions/keep_seller.sql
-- Trigger of "Invoice": freezes the seller and the issue date when the invoice is issued.
CREATE OR REPLACE FUNCTION "keep_seller"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  today date;
BEGIN
  NEW."sellerInfo" := "seller_now"(NEW."accountId", NEW."invoiceTemplateId") || '{"keptBy": "ISSUE"}';
  IF NEW."status" <> 'VOIDED' OR NEW."dateSent" IS NOT NULL THEN
    SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date INTO today
    FROM "Workspace" w WHERE w."accountId" = NEW."accountId";
    NEW."dateIssued" := coalesce(NEW."dateIssued",
      CASE WHEN NEW."plannedIssueDate" < today THEN NEW."plannedIssueDate" END, NEW."dateSent", today);
    IF NEW."defaultPaymentDays" IS NOT NULL THEN
      NEW."dueDate" := greatest(NEW."dateIssued", NEW."dateCreated") + NEW."defaultPaymentDays";
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- prisma/sql/functions/log_place.sql
-- The next position of the log where tables are distributed: there the entries are numbered when they are written, under a lock of the workspace.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint, "flushedLater" boolean) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF NOT EXISTS (SELECT FROM "Workspace" w WHERE w."accountId" = workspace) THEN
    RAISE 'There is no workspace % whose log could be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  RETURN nextval('"LogEntry_place_seq"');
END
$$;

-- prisma/sql/functions/number_look.sql
-- A number without invisible characters, in one Unicode form. Two numbers that look the same have the same value.
CREATE OR REPLACE FUNCTION "number_look"(number text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(regexp_replace(number,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]+',
    '', 'g'), NFKC)
$$;

-- prisma/sql/functions/number_skeleton.sql
-- A number in which characters that look alike are the same character, so that INV-1 and INV-l are equal.
-- The pairs come from confusables.txt of Unicode 16 (https://www.unicode.org/reports/tr39/).
CREATE OR REPLACE FUNCTION "number_skeleton"(number text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  plain TEXT := number;
BEGIN
  IF plain !~ '^[ -~]*$' THEN
    plain := normalize(regexp_replace(plain,
      '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]+',
      '', 'g'), NFKD);
    plain := normalize((
      SELECT string_agg(coalesce('{
"\u00a2":"c\u0338","\u00a5":"Y\u0335","\u00c6":"AE","\u00d0":"D\u0335","\u00d7":"x","\u00d8":"O\u0338","\u00e6":"ae","\u00f0":"\u2202\u0335",
"\u00f8":"o\u0338","\u0110":"D\u0335","\u0111":"d\u0335","\u0126":"H\u0335","\u0127":"h\u0335","\u0131":"i","\u0141":"L\u0338","\u0142":"l\u0338",
"\u0152":"OE","\u0153":"oe","\u0166":"T\u0335","\u0167":"t\u0335","\u0180":"b\u0335","\u0181":"''B","\u0182":"b\u0304","\u0183":"b\u0304","\u0184":"b",
"\u0187":"C''","\u0189":"D\u0335","\u018a":"''D","\u018c":"d\u0304","\u018d":"g","\u0191":"F\u0326","\u0192":"f\u0326","\u0193":"G''","\u0196":"l",
"\u0197":"l\u0335","\u0198":"K''","\u0199":"k\u0314","\u019a":"l\u0335","\u019d":"N\u0326","\u019e":"n\u0329","\u019f":"O\u0335","\u01a4":"''P",
"\u01a5":"p\u0314","\u01a6":"R","\u01a7":"2","\u01ac":"''T","\u01ad":"t\u0314","\u01ae":"T\u0328","\u01b3":"''Y","\u01b4":"y\u0314","\u01b5":"Z\u0335",
"\u01b6":"z\u0335","\u01b7":"3","\u01bb":"2\u0335","\u01bc":"5","\u01bd":"s","\u01bf":"\u00fe","\u01c0":"l","\u01c1":"ll","\u01c3":"!",
"\u01e4":"G\u0335","\u01e5":"g\u0335","\u021c":"3","\u0222":"8","\u0223":"8","\u0224":"Z\u0326","\u0225":"z\u0326","\u023c":"c\u0338",
"\u023e":"T\u0338","\u0241":"?","\u0244":"U\u0335","\u0246":"E\u0338","\u0247":"e\u0338","\u0248":"J\u0335","\u0249":"j\u0335","\u024d":"r\u0335",
"\u024e":"Y\u0335","\u024f":"y\u0335","\u0251":"a","\u0253":"b\u0314","\u0256":"d\u0328","\u0257":"d\u0314","\u0259":"\u01dd","\u025a":"\u01dd\u02de",
"\u025b":"\ua793","\u0260":"g\u0314","\u0261":"g","\u0263":"y","\u0266":"h\u0314","\u0268":"i\u0335","\u0269":"i","\u026a":"i","\u026b":"l\u0334",
"\u026d":"l\u0328","\u026e":"l\u021d","\u026f":"w","\u0271":"rn\u0326","\u0273":"n\u0328","\u0275":"o\u0335","\u0276":"o\u1d07","\u027c":"r\u0329",
"\u027d":"r\u0328","\u0282":"s\u0328","\u028b":"u","\u028f":"y","\u0290":"z\u0328","\u0292":"\u021d","\u0294":"?","\u02a0":"q\u0314","\u02a3":"dz",
"\u02a4":"d\u021d","\u02a5":"d\u0291","\u02a6":"ts","\u02a7":"t\u0283","\u02a8":"t\u0255","\u02a9":"f\u014b","\u02aa":"ls","\u02ab":"lz","\u02b9":"''",
"\u02ba":"''''","\u02bb":"''","\u02bc":"''","\u02bd":"''","\u02be":"''","\u02bf":"\u0559","\u02c2":"<","\u02c3":">","\u02c4":"^","\u02c6":"^",
"\u02c8":"''","\u02ca":"''","\u02cb":"''","\u02d0":":","\u02d3":"\u0559","\u02d7":"-","\u02ee":"''''","\u02f4":"''","\u02f6":"''''","\u02f8":":",
"\u02fb":"\u02ea","\u0305":"\u0304","\u030c":"\u0306","\u030d":"\u0670","\u0310":"\u0306\u0307","\u0311":"\u0302","\u0315":"\u0313","\u0317":"\u0650",
"\u0320":"\u0331","\u0321":"\u0326","\u0322":"\u0328","\u0327":"\u0326","\u0336":"\u0335","\u0337":"\u0338","\u0339":"\u0326","\u0342":"\u0303",
"\u0345":"\u0328","\u0347":"\u0333","\u0357":"\u0350","\u0358":"\u0307","\u0366":"\u030a","\u036e":"\u0306","\u0370":"\u2c75","\u0375":"\u02cf",
"\u0376":"\u0418","\u0377":"\u1d0e","\u037b":"\u0254","\u037d":"\ua73f","\u037f":"J","\u0391":"A","\u0392":"B","\u0395":"E","\u0396":"Z","\u0397":"H",
"\u0398":"O\u0335","\u0399":"l","\u039a":"K","\u039b":"\u0245","\u039c":"M","\u039d":"N","\u039f":"O","\u03a1":"P","\u03a3":"\u01a9","\u03a4":"T",
"\u03a5":"Y","\u03a7":"X","\u03b1":"a","\u03b2":"\u00df","\u03b3":"y","\u03b4":"\u1e9f","\u03b5":"\ua793","\u03b7":"n\u0329","\u03b8":"O\u0335",
"\u03b9":"i","\u03ba":"\u0138","\u03bd":"v","\u03bf":"o","\u03c1":"p","\u03c3":"o","\u03c4":"\u1d1b","\u03c5":"u","\u03c6":"\u0278","\u03db":"\u03c2",
"\u03dc":"F","\u03e8":"2","\u03e9":"\u01a8","\u03f3":"j","\u03f7":"\u00de","\u03f8":"\u00fe","\u03fa":"M","\u03fd":"\u0186","\u03ff":"\ua73e",
"\u0404":"\ua792","\u0405":"S","\u0406":"l","\u0408":"J","\u0410":"A","\u0411":"b\u0304","\u0412":"B","\u0413":"\u0393","\u0415":"E","\u0417":"3",
"\u041a":"K","\u041b":"\u0245","\u041c":"M","\u041d":"H","\u041e":"O","\u041f":"\u03a0","\u0420":"P","\u0421":"C","\u0422":"T","\u0423":"Y",
"\u0424":"\u03a6","\u0425":"X","\u042b":"bl","\u042c":"b","\u042e":"lO","\u0430":"a","\u0431":"6","\u0432":"\u0299","\u0433":"r","\u0435":"e",
"\u0437":"\u025c","\u0438":"\u1d0e","\u043a":"\u0138","\u043c":"\u028d","\u043d":"\u029c","\u043e":"o","\u043f":"\u03c0","\u0440":"p","\u0441":"c",
"\u0442":"\u1d1b","\u0443":"y","\u0444":"\u0278","\u0445":"x","\u044a":"\u02c9b","\u044b":"\u0185i","\u044c":"\u0185","\u044f":"\u1d19",
"\u0454":"\ua793","\u0455":"s","\u0456":"i","\u0458":"j","\u045b":"h\u0335","\u0461":"w","\u0462":"b\u0335","\u0463":"b\u0335","\u0470":"\u03a8",
"\u0471":"\u03c8","\u0472":"O\u0335","\u0473":"o\u0335","\u0474":"V","\u0475":"v","\u047c":"\u0460\u0486\u0487","\u047d":"w\u0486\u0487",
"\u048a":"\u0418\u0326\u0300","\u048b":"\u1d0e\u0326\u0306","\u048c":"b\u0335","\u048d":"b\u0335","\u0490":"\u0393''","\u0491":"r''",
"\u0492":"\u0393\u0335","\u0493":"r\u0335","\u0496":"\u0416\u0329","\u0497":"\u0436\u0329","\u0498":"3\u0326","\u0499":"\u025c\u0326",
"\u049a":"K\u0329","\u049b":"\u0138\u0329","\u049e":"K\u0335","\u049f":"\u0138\u0335","\u04a2":"H\u0329","\u04a3":"\u029c\u0329","\u04aa":"C\u0326",
"\u04ab":"c\u0326","\u04ac":"T\u0329","\u04ad":"\u1d1b\u0329","\u04ae":"Y","\u04af":"y","\u04b0":"Y\u0335","\u04b1":"y\u0335","\u04b2":"X\u0329",
"\u04bb":"h","\u04bd":"e","\u04be":"\u04bc\u0328","\u04bf":"e\u0328","\u04c0":"l","\u04c5":"\u0245\u0326","\u04c6":"\u043b\u0326","\u04c7":"H\u0326",
"\u04c8":"\u029c\u0326","\u04c9":"H\u0326","\u04ca":"\u029c\u0326","\u04cb":"\u04b6","\u04cc":"\u04b7","\u04cd":"M\u0326","\u04ce":"\u028d\u0326",
"\u04cf":"i","\u04d4":"AE","\u04d5":"ae","\u04d8":"\u018f","\u04d9":"\u01dd","\u04e0":"3","\u04e1":"\u021d","\u04e8":"O\u0335","\u04e9":"o\u0335",
"\u0501":"d","\u050a":"\u01f6","\u050c":"G","\u050d":"\u0262","\u0510":"\u0190","\u0511":"\ua793","\u051b":"q","\u051c":"W","\u051d":"w",
"\u053b":"\u12ae","\u0544":"\u1206","\u054a":"\u1323","\u054c":"\u1261","\u054d":"U","\u054f":"S","\u0553":"\u03a6","\u0555":"O","\u055a":"''",
"\u055d":"''","\u0561":"w","\u0563":"q","\u0566":"q","\u056e":"\u1e9f","\u0570":"h","\u0575":"\u0237","\u0578":"n","\u057a":"\u0270","\u057c":"n",
"\u057d":"u","\u0581":"g","\u0584":"f","\u0585":"o","\u0589":":","\u059c":"\u0301","\u059d":"\u0301","\u05a4":"\u059a","\u05a8":"\u0599",
"\u05ad":"\u0596","\u05ae":"\u0598","\u05af":"\u030a","\u05b4":"\u0323","\u05b9":"\u0307","\u05ba":"\u0307","\u05c0":"l","\u05c1":"\u0307",
"\u05c2":"\u0307","\u05c3":":","\u05c4":"\u0307","\u05c5":"\u0323","\u05d5":"l","\u05d8":"v","\u05d9":"''","\u05df":"l","\u05e1":"o","\u05f0":"ll",
"\u05f1":"l''","\u05f2":"''''","\u05f3":"''","\u05f4":"''''","\u0609":"o/OO","\u060a":"o/OOO","\u060d":",","\u060f":"\u0639","\u0618":"\u0301",
"\u0619":"\u0313","\u061a":"\u0650","\u0627":"l","\u062b":"\u0649\u06db","\u0634":"\u0633\u06db","\u063d":"\u0649\u0302","\u063f":"\u0649\u06db",
"\u0647":"o","\u064a":"\u0649","\u064b":"\u030b","\u064e":"\u0301","\u064f":"\u0313","\u0652":"\u030a","\u0653":"\u0303","\u0656":"\u0329",
"\u0657":"\u0312","\u0658":"\u0306","\u0659":"\u0304","\u065a":"\u0306","\u065b":"\u0302","\u065c":"\u0323","\u065d":"\u0314","\u065f":"\u0655",
"\u0660":".","\u0661":"l","\u0665":"o","\u0667":"V","\u0668":"\u0245","\u066a":"o/O","\u066b":",","\u066c":"\u060c","\u066d":"*","\u066e":"\u0649",
"\u066f":"\u06a1","\u0672":"l\u0674","\u0673":"l\u0655","\u0679":"\u0649\u0615","\u067e":"\u0649\u06db","\u0681":"\u062d\u0654",
"\u0685":"\u062d\u06db","\u0688":"\u062f\u0615","\u068b":"\u068a\u0615","\u068e":"\u062f\u06db","\u0691":"\u0631\u0615","\u0692":"\u0631\u0306",
"\u0698":"\u0631\u06db","\u069e":"\u0635\u06db","\u069f":"\u0637\u06db","\u06a4":"\u06a1\u06db","\u06a7":"\u0641","\u06a8":"\u06a1\u06db",
"\u06a9":"\u0643","\u06aa":"\u0643","\u06ad":"\u0643\u06db","\u06b4":"\u06af\u06db","\u06b5":"\u0644\u0306","\u06b7":"\u0644\u06db","\u06ba":"\u0649",
"\u06bb":"\u0649\u0615","\u06bd":"\u0649\u06db","\u06be":"o","\u06c1":"o","\u06c3":"\u0629","\u06c6":"\u0648\u0306","\u06c7":"\u0648\u0313",
"\u06c8":"\u0648\u0670","\u06c9":"\u0648\u0302","\u06cb":"\u0648\u06db","\u06cc":"\u0649","\u06ce":"\u0649\u0306","\u06d0":"\u067b",
"\u06d1":"\u0649\u06db","\u06d2":"\u0649","\u06d4":"-","\u06d5":"o","\u06df":"\u030a","\u06e8":"\u0306\u0307","\u06ec":"\u0307",
"\u06ee":"\u062f\u0302","\u06ef":"\u0631\u0302","\u06f0":".","\u06f1":"l","\u06f2":"\u0662","\u06f3":"\u0663","\u06f4":"\u0664","\u06f5":"o",
"\u06f6":"\u0666","\u06f7":"V","\u06f8":"\u0245","\u06f9":"\u0669","\u06fd":"\u0621\u0348","\u06fe":"\u0645\u0348","\u06ff":"o\u0302","\u0701":".",
"\u0702":".","\u0703":":","\u0704":":","\u0740":"\u0307","\u0741":"\u0307","\u0742":"\u073c","\u0747":"\u0301","\u0751":"\u0628\u06db",
"\u0756":"\u0649\u0306","\u0762":"\u06ac","\u0763":"\u0643\u06db","\u0767":"\u0754","\u0768":"\u0646\u0615","\u0769":"\u0646\u0306",
"\u076c":"\u0631\u0654","\u0771":"\u0697\u0615","\u0772":"\u062d\u0654","\u077e":"\u0633\u0302","\u07c0":"O","\u07ca":"l","\u07eb":"\u0304",
"\u07ed":"\u0307","\u07ee":"\u0302","\u07f3":"\u0308","\u07f4":"''","\u07f5":"''","\u07fa":"_","\u08a1":"\u0628\u0654","\u08a4":"\u06a2\u06db",
"\u08a7":"\u0645\u06db","\u08a8":"\u0649\u0654","\u08a9":"\u0754","\u08ae":"\u062f\u0324\u0323","\u08af":"\u0635\u0324\u0323","\u08b0":"\u06af",
"\u08b1":"\u0648","\u08b2":"\u0632\u0302","\u08b6":"\u0628\u06e2","\u08b7":"\u0649\u06db\u06e2","\u08b9":"\u0631\u0306\u0307",
"\u08ba":"\u0649\u0306\u0307","\u08bb":"\u06a1","\u08bc":"\u06a1","\u08bd":"\u0649","\u08e5":"\u064c","\u08e8":"\u064c","\u08ea":"\u0307",
"\u08eb":"\u0308","\u08ed":"\u0323","\u08ee":"\u0324","\u08f0":"\u030b","\u08f1":"\u064c","\u08f2":"\u064d","\u08f3":"\u0313","\u08f8":"\u0350",
"\u08f9":"\u0354","\u08fa":"\u0355","\u08ff":"\u0350","\u0900":"\u0352","\u0901":"\u0306\u0307","\u0902":"\u0307","\u0903":":","\u0904":"\u0905\u0946",
"\u0906":"\u0905\u093e","\u0908":"\u0930\u094d\u0907","\u090d":"\u090f\u0945","\u090e":"\u090f\u0946","\u0910":"\u090f\u0947","\u0911":"\u0905\u0949",
"\u0912":"\u0905\u093e\u0946","\u0913":"\u0905\u093e\u0947","\u0914":"\u0905\u093e\u0948","\u093c":"\u0323","\u0952":"\u0331","\u0953":"\u0300",
"\u0954":"\u0301","\u0965":"\u0964\u0964","\u0966":"o","\u0967":"\u0669","\u097d":"?","\u0981":"\u0306\u0307","\u0986":"\u0985\u09be",
"\u09bc":"\u0323","\u09e0":"\u098b\u09c3","\u09e1":"\u098b\u09c3","\u09e6":"O","\u09ea":"8","\u09ed":"9","\u0a02":"\u0307","\u0a03":"\u0983",
"\u0a06":"\u0a05\u0a3e","\u0a07":"\u0a72\u0a3f","\u0a08":"\u0a72\u0a40","\u0a09":"\u0a73\u0a41","\u0a0a":"\u0a73\u0a42","\u0a0f":"\u0a72\u0a47",
"\u0a10":"\u0a05\u0a48","\u0a14":"\u0a05\u0a4c","\u0a3c":"\u0323","\u0a4b":"\u0946","\u0a4d":"\u094d","\u0a66":"o","\u0a67":"9","\u0a6a":"8",
"\u0a81":"\u0306\u0307","\u0a82":"\u0307","\u0a83":":","\u0a86":"\u0a85\u0abe","\u0a8d":"\u0a85\u0ac5","\u0a8f":"\u0a85\u0ac7","\u0a90":"\u0a85\u0ac8",
"\u0a91":"\u0a85\u0abe\u0ac5","\u0a93":"\u0a85\u0abe\u0ac7","\u0a94":"\u0a85\u0abe\u0ac8","\u0abc":"\u0323","\u0abd":"\u093d","\u0ac1":"\u0941",
"\u0ac2":"\u0942","\u0acd":"\u094d","\u0ae6":"o","\u0ae8":"\u0968","\u0ae9":"\u0969","\u0aea":"\u096a","\u0aee":"\u096e","\u0af0":"\u0970",
"\u0b01":"\u0306\u0307","\u0b03":"8","\u0b06":"\u0b05\u0b3e","\u0b20":"O","\u0b3c":"\u0323","\u0b66":"O","\u0b68":"9","\u0b82":"\u030a",
"\u0b8a":"\u0b89\u0bb3","\u0b9c":"\u0b90","\u0bb0":"\u0b88","\u0bbe":"\u0b88","\u0bc8":"\u0ba9","\u0bcd":"\u0307","\u0bd7":"\u0bb3","\u0be6":"o",
"\u0be7":"\u0b95","\u0be8":"\u0b89","\u0bea":"\u0b9a","\u0beb":"\u0b88\u0bc1","\u0bec":"\u0b9a\u0bc1","\u0bed":"\u0b8e","\u0bee":"\u0b85",
"\u0bf0":"\u0baf","\u0bf2":"\u0b9a\u0bc2","\u0bf4":"\u0bae\u0bc0","\u0bf5":"\u0bf3","\u0bf7":"\u0b8e\u0bb5","\u0bf8":"\u0bb7","\u0bfa":"\u0ba8\u0bc0",
"\u0c00":"\u0306\u0307","\u0c02":"o","\u0c03":"\u0983","\u0c13":"\u0c12\u0c55","\u0c14":"\u0c12\u0c4c","\u0c20":"\u0c30\u05bc","\u0c22":"\u0c21\u0323",
"\u0c25":"\u0c27\u05bc","\u0c2d":"\u0c2c\u0323","\u0c2e":"\u0c35\u0c41","\u0c37":"\u0c35\u0323","\u0c39":"\u0c35\u0c3e","\u0c42":"\u0c41\u0c3e",
"\u0c44":"\u0c43\u0c3e","\u0c60":"\u0c0b\u0c3e","\u0c61":"\u0c0c\u0c3e","\u0c66":"o","\u0c81":"\u0306\u0307","\u0c82":"o","\u0c83":"\u0983",
"\u0c85":"\u0c05","\u0c86":"\u0c06","\u0c87":"\u0c07","\u0c92":"\u0c12","\u0c93":"\u0c12\u0c55","\u0c94":"\u0c12\u0c4c","\u0c9c":"\u0c1c",
"\u0c9e":"\u0c1e","\u0ca3":"\u0c23","\u0caf":"\u0c2f","\u0cb1":"\u0c31","\u0cb2":"\u0c32","\u0ce1":"\u0c8c\u0cbe","\u0ce6":"o","\u0ce7":"\u0c67",
"\u0ce8":"\u0c68","\u0cef":"\u0c6f","\u0d01":"\u0306\u0307","\u0d02":"o","\u0d03":"\u0983","\u0d08":"\u0d07\u0d57","\u0d09":"\u0b89",
"\u0d0a":"\u0b89\u0d57","\u0d0c":"\u0d28\u0d41","\u0d10":"\u0d0e\u0d46","\u0d13":"\u0d12\u0d3e","\u0d14":"\u0d12\u0d57","\u0d19":"\u0d28\u0d41",
"\u0d1c":"\u0b90","\u0d20":"o","\u0d23":"\u0ba3","\u0d31":"\u0d30","\u0d34":"\u0bb4","\u0d36":"\u0bb6","\u0d3a":"\u0b9f\u0bbf","\u0d3f":"\u0bbf",
"\u0d40":"\u0bbf","\u0d42":"\u0d41","\u0d43":"\u0d41","\u0d48":"\u0d46\u0d46","\u0d4e":"\u0971","\u0d5a":"\u0d28\u0d4d\u0d2e","\u0d5f":"o\u0d30o",
"\u0d61":"\u0d1e","\u0d66":"o","\u0d6a":"\u0d30\u0d4d","\u0d6b":"\u0d26\u0d4d\u0d30","\u0d6c":"\u0d28\u0d4d\u0d28","\u0d6d":"9",
"\u0d6e":"\u0d35\u0d4d\u0d30","\u0d6f":"\u0d28\u0d4d","\u0d76":"\u0d39\u0d4d\u0d2e","\u0d79":"\u0d28\u0d41","\u0d7b":"\u0d28\u0d4d",
"\u0d7c":"\u0d30\u0d4d","\u0d82":"o","\u0d83":"\u0983","\u0de9":"\u0de8\u0dcf","\u0dea":"\u0da2","\u0deb":"\u0daf","\u0def":"\u0de8\u0dd3",
"\u0e03":"\u0e02","\u0e0b":"\u0e0a","\u0e0f":"\u0e0e","\u0e14":"\u0e04","\u0e15":"\u0e04","\u0e17":"\u0e11","\u0e21":"\u0e06","\u0e26":"\u0e20",
"\u0e41":"\u0e40\u0e40","\u0e45":"\u0e32","\u0e4d":"\u030a","\u0e50":"o","\u0e88":"\u0e08","\u0e8d":"\u0e22","\u0e9a":"\u0e1a","\u0e9b":"\u0e1b",
"\u0e9d":"\u0e1d","\u0e9e":"\u0e1e","\u0e9f":"\u0e1f","\u0eb8":"\u0e38","\u0eb9":"\u0e39","\u0ec8":"\u0e48","\u0ec9":"\u0e49","\u0eca":"\u0e4a",
"\u0ecb":"\u0e4b","\u0ecd":"\u030a","\u0ed0":"o","\u0f00":"\u0f68\u0f7c\u0f7e","\u0f02":"\u0f60\u0f74\u0f82\u0f7f","\u0f03":"\u0f60\u0f74\u0f82\u0f14",
"\u0f0e":"\u0f0d\u0f0d","\u0f1b":"\u0f1a\u0f1a","\u0f1e":"\u0f1d\u0f1d","\u0f1f":"\u0f1a\u0f1d","\u0f37":"\u0325","\u0f6a":"\u0f62",
"\u0fce":"\u0f1d\u0f1a","\u0fd5":"\u5350","\u0fd6":"\u534d","\u1000":"\u1002\u102c","\u1010":"o\u102c","\u101d":"o","\u101f":"\u1015\u102c",
"\u1029":"\u101e\u103c","\u102a":"\u101e\u103c\u1031\u102c\u103a","\u1036":"\u030a","\u1038":"\u0983","\u1040":"o","\u104b":"\u104a\u104a",
"\u1065":"\u1041","\u1066":"\u1015\u103e","\u106f":"\u1015\u102c\u103e","\u1070":"\u1003\u103e","\u107e":"\u107d\u103e","\u1081":"\u1002\u103e",
"\u109e":"\u1083\u030a","\u10a0":"\ua786","\u10e7":"y","\u10f3":"\u021d","\u10ff":"o","\u1101":"\u1100\u1100","\u1104":"\u1103\u1103",
"\u1108":"\u1107\u1107","\u110a":"\u1109\u1109","\u110d":"\u110c\u110c","\u1113":"\u1102\u1100","\u1114":"\u1102\u1102","\u1115":"\u1102\u1103",
"\u1116":"\u1102\u1107","\u1117":"\u1103\u1100","\u1118":"\u1105\u1102","\u1119":"\u1105\u1105","\u111a":"\u1105\u1112","\u111b":"\u1105\u110b",
"\u111c":"\u1106\u1107","\u111d":"\u1106\u110b","\u111e":"\u1107\u1100","\u111f":"\u1107\u1102","\u1120":"\u1107\u1103","\u1121":"\u1107\u1109",
"\u1122":"\u1107\u1109\u1100","\u1123":"\u1107\u1109\u1103","\u1124":"\u1107\u1109\u1107","\u1125":"\u1107\u1109\u1109","\u1126":"\u1107\u1109\u110c",
"\u1127":"\u1107\u110c","\u1128":"\u1107\u110e","\u1129":"\u1107\u1110","\u112a":"\u1107\u1111","\u112b":"\u1107\u110b","\u112c":"\u1107\u1107\u110b",
"\u112d":"\u1109\u1100","\u112e":"\u1109\u1102","\u112f":"\u1109\u1103","\u1130":"\u1109\u1105","\u1131":"\u1109\u1106","\u1132":"\u1109\u1107",
"\u1133":"\u1109\u1107\u1100","\u1134":"\u1109\u1109\u1109","\u1135":"\u1109\u110b","\u1136":"\u1109\u110c","\u1137":"\u1109\u110e",
"\u1138":"\u1109\u110f","\u1139":"\u1109\u1110","\u113a":"\u1109\u1111","\u113b":"\u1105\u1112","\u113d":"\u113c\u113c","\u113f":"\u113e\u113e",
"\u1141":"\u110b\u1100","\u1142":"\u110b\u1103","\u1143":"\u110b\u1106","\u1144":"\u110b\u1107","\u1145":"\u110b\u1109","\u1146":"\u110b\u1140",
"\u1147":"\u110b\u110b","\u1148":"\u110b\u110c","\u1149":"\u110b\u110e","\u114a":"\u110b\u1110","\u114b":"\u110b\u1111","\u114d":"\u110c\u110b",
"\u114f":"\u114e\u114e","\u1151":"\u1150\u1150","\u1152":"\u110e\u110f","\u1153":"\u110e\u1112","\u1156":"\u1111\u1107","\u1157":"\u1111\u110b",
"\u1158":"\u1112\u1112","\u115a":"\u1100\u1103","\u115b":"\u1102\u1109","\u115c":"\u1102\u110c","\u115d":"\u1102\u1112","\u115e":"\u1103\u1105",
"\u1162":"\u1161\u4e28","\u1164":"\u1163\u4e28","\u1166":"\u1165\u4e28","\u1168":"\u1167\u4e28","\u116a":"\u1169\u1161","\u116b":"\u1169\u1161\u4e28",
"\u116c":"\u1169\u4e28","\u116f":"\u116e\u1165","\u1170":"\u116e\u1165\u4e28","\u1171":"\u116e\u4e28","\u1173":"\u30fc","\u1174":"\u30fc\u4e28",
"\u1175":"\u4e28","\u1176":"\u1161\u1169","\u1177":"\u1161\u116e","\u1178":"\u1163\u1169","\u1179":"\u1163\u116d","\u117a":"\u1165\u1169",
"\u117b":"\u1165\u116e","\u117c":"\u1165\u30fc","\u117d":"\u1167\u1169","\u117e":"\u1167\u116e","\u117f":"\u1169\u1165","\u1180":"\u1169\u1165\u4e28",
"\u1181":"\u1169\u1167\u4e28","\u1182":"\u1169\u1169","\u1183":"\u1169\u116e","\u1184":"\u116d\u1163","\u1185":"\u116d\u1163\u4e28",
"\u1186":"\u116d\u1163","\u1187":"\u116d\u1169","\u1188":"\u116d\u4e28","\u1189":"\u116e\u1161","\u118a":"\u116e\u1161\u4e28",
"\u118b":"\u116e\u1165\u30fc","\u118c":"\u116e\u1167\u4e28","\u118d":"\u116e\u116e","\u118e":"\u1172\u1161","\u118f":"\u1172\u1165",
"\u1190":"\u1172\u1165\u4e28","\u1191":"\u1172\u1167","\u1192":"\u1172\u1167\u4e28","\u1193":"\u1172\u116e","\u1194":"\u1172\u4e28",
"\u1195":"\u30fc\u116e","\u1196":"\u30fc\u30fc","\u1197":"\u30fc\u4e28\u116e","\u1198":"\u4e28\u1161","\u1199":"\u4e28\u1163","\u119a":"\u4e28\u1169",
"\u119b":"\u4e28\u116e","\u119c":"\u4e28\u30fc","\u119d":"\u4e28\u119e","\u119f":"\u119e\u1165","\u11a0":"\u119e\u116e","\u11a1":"\u119e\u4e28",
"\u11a2":"\u119e\u119e","\u11a3":"\u1161\u30fc","\u11a4":"\u1163\u116e","\u11a5":"\u1167\u1163","\u11a6":"\u1169\u1163","\u11a7":"\u1169\u1163\u4e28",
"\u11a8":"\u1100","\u11a9":"\u1100\u1100","\u11aa":"\u1100\u1109","\u11ab":"\u1102","\u11ac":"\u1102\u110c","\u11ad":"\u1102\u1112","\u11ae":"\u1103",
"\u11af":"\u1105","\u11b0":"\u1105\u1100","\u11b1":"\u1105\u1106","\u11b2":"\u1105\u1107","\u11b3":"\u1105\u1109","\u11b4":"\u1105\u1110",
"\u11b5":"\u1105\u1111","\u11b6":"\u1105\u1112","\u11b7":"\u1106","\u11b8":"\u1107","\u11b9":"\u1107\u1109","\u11ba":"\u1109","\u11bb":"\u1109\u1109",
"\u11bc":"\u110b","\u11bd":"\u110c","\u11be":"\u110e","\u11bf":"\u110f","\u11c0":"\u1110","\u11c1":"\u1111","\u11c2":"\u1112","\u11c3":"\u1100\u1105",
"\u11c4":"\u1100\u1109\u1100","\u11c5":"\u1102\u1100","\u11c6":"\u1102\u1103","\u11c7":"\u1102\u1109","\u11c8":"\u1102\u1140","\u11c9":"\u1102\u1110",
"\u11ca":"\u1103\u1100","\u11cb":"\u1103\u1105","\u11cc":"\u1105\u1100\u1109","\u11cd":"\u1105\u1102","\u11ce":"\u1105\u1103",
"\u11cf":"\u1105\u1103\u1112","\u11d0":"\u1105\u1105","\u11d1":"\u1105\u1106\u1100","\u11d2":"\u1105\u1106\u1109","\u11d3":"\u1105\u1107\u1109",
"\u11d4":"\u1105\u1107\u1112","\u11d5":"\u1105\u1107\u110b","\u11d6":"\u1105\u1109\u1109","\u11d7":"\u1105\u1140","\u11d8":"\u1105\u110f",
"\u11d9":"\u1105\u1159","\u11da":"\u1106\u1100","\u11db":"\u1106\u1105","\u11dc":"\u1106\u1107","\u11dd":"\u1106\u1109","\u11de":"\u1106\u1109\u1109",
"\u11df":"\u1106\u1140","\u11e0":"\u1106\u110e","\u11e1":"\u1106\u1112","\u11e2":"\u1106\u110b","\u11e3":"\u1107\u1105","\u11e4":"\u1107\u1111",
"\u11e5":"\u1107\u1112","\u11e6":"\u1107\u110b","\u11e7":"\u1109\u1100","\u11e8":"\u1109\u1103","\u11e9":"\u1109\u1105","\u11ea":"\u1109\u1107",
"\u11eb":"\u1140","\u11ec":"\u110b\u1100","\u11ed":"\u110b\u1100\u1100","\u11ee":"\u110b\u110b","\u11ef":"\u110b\u110f","\u11f0":"\u114c",
"\u11f1":"\u110b\u1109","\u11f2":"\u110b\u1140","\u11f3":"\u1111\u1107","\u11f4":"\u1111\u110b","\u11f5":"\u1112\u1102","\u11f6":"\u1112\u1105",
"\u11f7":"\u1112\u1106","\u11f8":"\u1112\u1107","\u11f9":"\u1159","\u11fa":"\u1100\u1102","\u11fb":"\u1100\u1107","\u11fc":"\u1100\u110e",
"\u11fd":"\u1100\u110f","\u11fe":"\u1100\u1112","\u11ff":"\u1102\u1102","\u1200":"U","\u1223":"\u0270","\u1240":"\u03a6","\u1260":"\u0548",
"\u1294":"\u0571","\u12d0":"O","\u13a0":"D","\u13a1":"R","\u13a2":"T","\u13a4":"O''","\u13a5":"i","\u13a8":"\u2c75","\u13a9":"Y","\u13aa":"A",
"\u13ab":"J","\u13ac":"E","\u13ae":"?","\u13b0":"\u2c75","\u13b1":"\u0393","\u13b3":"W","\u13b7":"M","\u13bb":"H","\u13bd":"Y","\u13be":"O\u0335",
"\u13bf":"\u01ab","\u13c0":"G","\u13c2":"h","\u13c3":"Z","\u13c7":"\u0460","\u13cb":"\u0190","\u13cc":"U\u0335","\u13ce":"4","\u13cf":"b","\u13d2":"R",
"\u13d4":"W","\u13d5":"S","\u13d9":"V","\u13da":"S","\u13de":"L","\u13df":"C","\u13e2":"P","\u13e6":"K","\u13e7":"d","\u13eb":"O\u0335","\u13ee":"6",
"\u13f0":"\u00df","\u13f2":"h\u0314","\u13f3":"G","\u13f4":"B","\u13fb":"\u0262","\u13fc":"\u0299","\u1400":"=","\u1403":"\u0394",
"\u140c":"\u00b7\u1401","\u140d":"\u1401\u00b7","\u140e":"\u00b7\u0394","\u140f":"\u0394\u00b7","\u1410":"\u00b7\u1404","\u1411":"\u1404\u00b7",
"\u1412":"\u00b7\u1405","\u1413":"\u1405\u00b7","\u1414":"\u00b7\u1406","\u1415":"\u1406\u00b7","\u1417":"\u00b7\u140a","\u1418":"\u140a\u00b7",
"\u1419":"\u00b7\u140b","\u141a":"\u140b\u00b7","\u1427":"\u00b7","\u142b":"\u1401\u1420","\u142c":"\u0394\u1420","\u142d":"\u1405\u1420",
"\u142e":"\u140a\u1420","\u142f":"V","\u1431":"\u0245","\u1433":">","\u1437":"\u00b7>","\u1438":"<","\u143a":"\u00b7V","\u143b":"V\u00b7",
"\u143c":"\u00b7\u0245","\u143d":"\u0245\u00b7","\u143e":"\u00b7\u1432","\u143f":"\u1432\u00b7","\u1440":"\u00b7>","\u1441":">\u00b7",
"\u1442":"\u00b7\u1434","\u1443":"\u1434\u00b7","\u1444":"\u00b7<","\u1445":"<\u00b7","\u1446":"\u00b7\u1439","\u1447":"\u1439\u00b7","\u144a":"''",
"\u144c":"U","\u144e":"\u0548","\u1454":"\u00b7\u1450","\u1457":"\u00b7U","\u1458":"U\u00b7","\u1459":"\u00b7\u0548","\u145a":"\u0548\u00b7",
"\u145b":"\u00b7\u144f","\u145c":"\u144f\u00b7","\u145d":"\u00b7\u1450","\u145e":"\u1450\u00b7","\u145f":"\u00b7\u1451","\u1460":"\u1451\u00b7",
"\u1461":"\u00b7\u1455","\u1462":"\u1455\u00b7","\u1463":"\u00b7\u1456","\u1464":"\u1456\u00b7","\u1467":"U''","\u1468":"\u0548''","\u1469":"\u1450''",
"\u146a":"\u1455''","\u146d":"P","\u146f":"d","\u1472":"b","\u1473":"b\u0307","\u1474":"\u00b7\u146b","\u1475":"\u146b\u00b7","\u1476":"\u00b7P",
"\u1477":"p\u00b7","\u1478":"\u00b7\u146e","\u1479":"\u146e\u00b7","\u147a":"\u00b7d","\u147b":"d\u00b7","\u147c":"\u00b7\u1470",
"\u147d":"\u1470\u00b7","\u147e":"\u00b7b","\u147f":"b\u00b7","\u1480":"\u00b7b\u0307","\u1481":"b\u0307\u00b7","\u1485":"\u146b''","\u1486":"P''",
"\u1487":"d''","\u1488":"b''","\u148d":"J","\u1492":"\u00b7\u1489","\u1493":"\u1489\u00b7","\u1494":"\u00b7\u148b","\u1495":"\u148b\u00b7",
"\u1496":"\u00b7\u148c","\u1497":"\u148c\u00b7","\u1498":"\u00b7J","\u1499":"J\u00b7","\u149a":"\u00b7\u148e","\u149b":"\u148e\u00b7",
"\u149c":"\u00b7\u1490","\u149d":"\u1490\u00b7","\u149e":"\u00b7\u1491","\u149f":"\u1491\u00b7","\u14a5":"\u0393","\u14aa":"L","\u14ac":"\u00b7\u14a3",
"\u14ad":"\u14a3\u00b7","\u14ae":"\u00b7\u0393","\u14af":"\u0393\u00b7","\u14b0":"\u00b7\u14a6","\u14b1":"\u14a6\u00b7","\u14b2":"\u00b7\u14a7",
"\u14b3":"\u14a7\u00b7","\u14b4":"\u00b7\u14a8","\u14b5":"\u14a8\u00b7","\u14b6":"\u00b7L","\u14b7":"l\u00b7","\u14b8":"\u00b7\u14ab",
"\u14b9":"\u14ab\u00b7","\u14bf":"2","\u14c9":"\u00b7\u14c0","\u14ca":"\u14c0\u00b7","\u14cb":"\u00b7\u14c7","\u14cc":"\u14c7\u00b7",
"\u14cd":"\u00b7\u14c8","\u14ce":"\u14c8\u00b7","\u14d1":"\u1421","\u14dc":"\u00b7\u14d3","\u14dd":"\u14d3\u00b7","\u14de":"\u00b7\u14d5",
"\u14df":"\u14d5\u00b7","\u14e0":"\u00b7\u14d6","\u14e1":"\u14d6\u00b7","\u14e2":"\u00b7\u14d7","\u14e3":"\u14d7\u00b7","\u14e4":"\u00b7\u14d8",
"\u14e5":"\u14d8\u00b7","\u14e6":"\u00b7\u14da","\u14e7":"\u14da\u00b7","\u14e8":"\u00b7\u14db","\u14e9":"\u14db\u00b7","\u14f6":"\u00b7\u14ed",
"\u14f7":"\u14ed\u00b7","\u14f8":"\u00b7\u14ef","\u14f9":"\u14ef\u00b7","\u14fa":"\u00b7\u14f0","\u14fb":"\u14f0\u00b7","\u14fc":"\u00b7\u14f1",
"\u14fd":"\u14f1\u00b7","\u14fe":"\u00b7\u14f2","\u14ff":"\u14f2\u00b7","\u1500":"\u00b7\u14f4","\u1501":"\u14f4\u00b7","\u1502":"\u00b7\u14f5",
"\u1503":"\u14f5\u00b7","\u150c":"\u150b<","\u150d":"\u150b\u1455","\u150e":"\u150bb","\u150f":"\u150b\u1490","\u1517":"\u00b7\u1510",
"\u1518":"\u1510\u00b7","\u1519":"\u00b7\u1511","\u151a":"\u1511\u00b7","\u151b":"\u00b7\u1512","\u151c":"\u1512\u00b7","\u151d":"\u00b7\u1513",
"\u151e":"\u1513\u00b7","\u151f":"\u00b7\u1514","\u1520":"\u1514\u00b7","\u1521":"\u00b7\u1515","\u1522":"\u1515\u00b7","\u1523":"\u00b7\u1516",
"\u1524":"\u1516\u00b7","\u152f":"\u00b74","\u1530":"4\u00b7","\u1531":"\u00b7\u1528","\u1532":"\u1528\u00b7","\u1533":"\u00b7\u1529",
"\u1534":"\u1529\u00b7","\u1535":"\u00b7\u152a","\u1536":"\u152a\u00b7","\u1537":"\u00b7\u152b","\u1538":"\u152b\u00b7","\u1539":"\u00b7\u152d",
"\u153a":"\u152d\u00b7","\u153b":"\u00b7\u152e","\u153c":"\u152e\u00b7","\u1540":"\u1429","\u1541":"x","\u154e":"\u00b7\u154c","\u154f":"\u154c\u00b7",
"\u155b":"\u00b7\u155a","\u155c":"\u155a\u00b7","\u1568":"\u00b7\u1567","\u1569":"\u1567\u00b7","\u1577":"\u1e9f","\u157c":"H","\u157d":"x",
"\u157e":"\u1550\u146c","\u157f":"\u1550P","\u1580":"\u1550\u146e","\u1581":"\u1550d","\u1582":"\u1550\u1470","\u1583":"\u1550b",
"\u1584":"\u1550b\u0307","\u1585":"\u1550\u1483","\u1587":"R","\u158e":"\u1595\u148a","\u158f":"\u1595\u148b","\u1590":"\u1595\u148c",
"\u1591":"\u1595J","\u1592":"\u1595\u148e","\u1593":"\u1595\u1490","\u1594":"\u1595\u1491","\u15af":"b","\u15b4":"F","\u15b5":"\u2132",
"\u15b7":"\ua7fb","\u15c4":"\u2c6f","\u15c5":"A","\u15de":"D","\u15ea":"D","\u15ef":"\u0460","\u15f0":"M","\u15f7":"B","\u1602":"\u1490",
"\u1603":"\u1489","\u1604":"\u14d3","\u1607":"\u14da","\u1622":"\u1543","\u1623":"\u1546","\u1624":"\u154a","\u162e":"\u01b1","\u162f":"\u03a9",
"\u1634":"\u01b1","\u1635":"\u03a9","\u166d":"X","\u166e":"x","\u166f":"\u1550\u146b","\u1670":"\u1595\u1489","\u1671":"\u1596\u148b",
"\u1672":"\u1596\u148c","\u1673":"\u1596J","\u1674":"\u1596\u148e","\u1675":"\u1596\u1490","\u1676":"\u1596\u1491","\u1677":"\u15a7\u00b7",
"\u1678":"\u15a8\u00b7","\u1679":"\u15a9\u00b7","\u167a":"\u15aa\u00b7","\u167b":"\u15ab\u00b7","\u167c":"\u15ac\u00b7","\u167d":"\u15ad\u00b7",
"\u1680":" ","\u16b2":"<","\u16b7":"X","\u16c1":"l","\u16c2":"\u16bd","\u16cc":"''","\u16d5":"K","\u16d6":"M","\u16d8":"\u03a8","\u16e1":"\u16bc",
"\u16eb":"\u00b7","\u16ec":":","\u16ed":"+","\u16f0":"\u03a6","\u1735":"/","\u17a3":"\u17a2","\u17b7":"\u0e34","\u17b8":"\u0e35","\u17b9":"\u0e36",
"\u17ba":"\u0e37","\u17c6":"\u030a","\u17cb":"\u0e48","\u17d3":"\u030a","\u17d4":"\u0e2f","\u17d5":"\u0e5a","\u17d9":"\u0e4f","\u17da":"\u0e5b",
"\u1803":":","\u1809":":","\u1855":"\u1835","\u1896":"\u185c","\u18b3":"\u00b7\u18b1","\u18b6":"\u00b7\u18b4","\u18b9":"\u00b7\u18b8",
"\u18c2":"\u00b7\u18c0","\u18c6":"\u00b7\u14c2","\u18c7":"\u14c2\u00b7","\u18c8":"\u00b7\u14c3","\u18c9":"\u14c3\u00b7","\u18ca":"\u00b7\u14c4",
"\u18cb":"\u14c4\u00b7","\u18cc":"\u00b7\u14c5","\u18cd":"\u14c5\u00b7","\u18ce":"\u00b7\u1543","\u18cf":"\u00b7\u1546","\u18d0":"\u00b7\u1547",
"\u18d1":"\u00b7\u1548","\u18d2":"\u00b7\u1549","\u18d3":"\u00b7\u154b","\u18db":"\u18f5","\u18dc":"\u18df\u141e","\u18dd":"\u141e\u18df",
"\u18e0":"\u1543\u00b7","\u18e3":"\u155e\u00b7","\u18e4":"\u1566\u00b7","\u18e5":"\u156b\u00b7","\u18e8":"\u1586\u00b7","\u18ea":"\u1597\u00b7",
"\u18ed":"\u0460\u00b7","\u18f0":"\u15f4\u00b7","\u18f2":"\u161b\u00b7","\u19d0":"\u199e","\u19d1":"\u19b1","\u1a80":"\u1a45","\u1a90":"\u1a45",
"\u1aa9":"\u1aa8\u1aa8","\u1aab":"\u1aaa\u1aa8","\u1ab4":"\u06db","\u1ab7":"\u0328","\u1b52":"\u1b0d","\u1b53":"\u1b11","\u1b58":"\u1b28",
"\u1b5c":"\u1b50","\u1b5f":"\u1b5e\u1b5e","\u1c3c":"\u1c3b\u1c3b","\u1c7f":"\u1c7e\u1c7e","\u1cd0":"\u0302","\u1cd2":"\u0304","\u1cd3":"''''",
"\u1cd5":"\u032b","\u1cd8":"\u032e","\u1cd9":"\u032d","\u1cda":"\u030e","\u1cdc":"\u0329","\u1cdd":"\u0323","\u1cde":"\u0324","\u1ced":"\u0316",
"\u1d04":"c","\u1d08":"\u025c","\u1d0b":"\u0138","\u1d0d":"\u028d","\u1d0f":"o","\u1d10":"\u0254","\u1d11":"o","\u1d14":"\u01ddo","\u1d1c":"u",
"\u1d20":"v","\u1d21":"w","\u1d22":"z","\u1d24":"\u01a8","\u1d26":"r","\u1d27":"\u028c","\u1d28":"\u03c0","\u1d29":"\u1d18","\u1d2b":"\u043b",
"\u1d6b":"ue","\u1d6e":"f\u0334","\u1d6f":"rn\u0334","\u1d70":"n\u0334","\u1d72":"r\u0334","\u1d73":"\u027e\u0334","\u1d74":"s\u0334",
"\u1d75":"t\u0334","\u1d76":"z\u0334","\u1d7b":"i\u0335","\u1d7c":"i\u0335","\u1d7d":"p\u0335","\u1d7e":"u\u0335","\u1d7f":"\u028a\u0335","\u1d83":"g",
"\u1d8c":"y","\u1d90":"\u024b","\u1dee":"\u2dec","\u1e9d":"f","\u1eff":"y","\u2010":"-","\u2012":"-","\u2013":"-","\u2014":"\u30fc","\u2015":"\u30fc",
"\u2016":"ll","\u2018":"''","\u2019":"''","\u201a":",","\u201b":"''","\u201c":"''''","\u201d":"''''","\u201f":"''''","\u2022":"\u00b7",
"\u2027":"\u00b7","\u2028":" ","\u2029":" ","\u2030":"o/OO","\u2031":"o/OOO","\u2032":"''","\u2035":"''","\u2039":"<","\u203a":">","\u2041":"/",
"\u2043":"-","\u2044":"/","\u204e":"*","\u2052":"o/O","\u2053":"~","\u205a":":","\u205d":"\u2d57","\u205e":"\u2d42","\u20a1":"C\u20eb",
"\u20a4":"\u00a3","\u20a5":"rn\u0338","\u20a9":"W\u0335","\u20ab":"d\u0335\u0331","\u20ac":"\ua792","\u20ad":"K\u0335","\u20ae":"T\u20eb",
"\u20b6":"lt","\u20bd":"\u0554","\u20db":"\u06db","\u2108":"\u042d","\u2127":"\u01b1","\u2129":"\u027f","\u212e":"e","\u2141":"\ua4e8",
"\u2142":"\ua4f6","\u2143":"\ud81b\udf00","\u2183":"\u0186","\u2184":"\u0254","\u2191":"\u16cf","\u2195":"\u16e8","\u21b5":"\u21b2",
"\u21ba":"\ud83c\udd0e","\u21be":"\u16da","\u21bf":"\u16d0","\u2200":"\u2c6f","\u2203":"\u018e","\u2206":"\u0394","\u220f":"\u03a0","\u2211":"\u01a9",
"\u2212":"-","\u2214":"+\u0307","\u2215":"/","\u2216":"\\","\u2217":"*","\u2218":"\u00b0","\u2219":"\u00b7","\u221e":"oo","\u2223":"l","\u2225":"ll",
"\u2228":"v","\u2229":"\u0548","\u222a":"U","\u222b":"\u0283","\u2236":":","\u2238":"-\u0307","\u223c":"~","\u2250":"=\u0307","\u2251":"=\u0323\u0307",
"\u2257":"=\u030a","\u2259":"=\u0302","\u225a":"=\u0306","\u225e":"=\u036b","\u2263":"\u2261","\u226a":"<<","\u226b":">>","\u2282":"\u1455",
"\u2283":"\u1450","\u2295":"\ud800\udea8","\u2296":"O\u0335","\u2299":"\u0298","\u229d":"O\u0335","\u22a4":"T","\u22a5":"\ua4d5","\u22c0":"\u2227",
"\u22c1":"v","\u22c2":"\u0548","\u22c3":"U","\u22c4":"\u16dc","\u22c5":"\u00b7","\u22c8":"\u16de","\u22d6":"<\u00b7","\u22d7":"\u00b7>","\u22d8":"<<<",
"\u22d9":">>>","\u22ee":"\u2d57","\u22ef":"\u00b7\u00b7\u00b7","\u22f4":"\ua793","\u22ff":"E","\u2300":"\u2205","\u2325":"\u2324","\u2341":"\u303c",
"\u2359":"\u0394\u0332","\u235a":"\u16dc\u0332","\u235c":"\u00b0\u0332","\u235f":"\u229b","\u2361":"T\u0308","\u2362":"\u2207\u0308",
"\u2363":"\u22c6\u0308","\u2364":"\u00b0\u0308","\u2365":"\u0629","\u2368":"~\u0308","\u2369":"\u1435","\u236b":"\u2207\u0334","\u236c":"O\u0335",
"\u2373":"i","\u2374":"p","\u2375":"\u03c9","\u2376":"a\u0332","\u2377":"\ua793\u0332","\u2378":"i\u0332","\u2379":"\u03c9\u0332","\u237a":"a",
"\u237f":"\u16bd","\u239c":"\u4e28","\u239f":"\u4e28","\u23a2":"\u4e28","\u23a5":"\u4e28","\u23aa":"\u4e28","\u23ae":"\u4e28","\u23c1":"\u2355",
"\u23c2":"\u234e","\u23c3":"\u234b","\u23c6":"\u236d","\u23e8":"lO","\u23fc":"\u23fb","\u23fd":"l","\u23fe":"\u263e","\u244a":"\\\\","\u2500":"\u30fc",
"\u2501":"\u30fc","\u2503":"\u2502","\u250f":"\u250c","\u2523":"\u251c","\u2571":"/","\u2573":"X","\u2588":"\u220e","\u2590":"\u258c",
"\u2594":"\u02c9","\u2597":"\u2596","\u259d":"\u2598","\u25a0":"\u220e","\u25b1":"\u23e5","\u25b3":"\u0394","\u25b7":"\u22b3","\u25b8":"\u25b6",
"\u25ba":"\u25b6","\u25bd":"\ud800\udebc","\u25c1":"\u22b2","\u25c7":"\u16dc","\u25ca":"\u16dc","\u25cb":"\u00b0","\u25ce":"\u233e","\u25e0":"\u2312",
"\u25e6":"\u00b0","\u2609":"\u0298","\u2610":"\u25a1","\u2625":"\ud802\udd9e","\u2630":"\u2cb6","\u2638":"\u2388","\u264e":"\u224f","\u2662":"\u16dc",
"\u2669":"\ud834\udd58\ud834\udd65","\u266a":"\ud834\udd58\ud834\udd65\ud834\udd6e","\u26ac":"\u0970","\u2768":"(","\u2769":")","\u276e":"<",
"\u276f":">","\u2772":"(","\u2773":")","\u2774":"{","\u2775":"}","\u2795":"+","\u2796":"-","\u2797":"\u00f7","\u27c2":"\ua4d5","\u27c8":"\\\u1455",
"\u27c9":"\u1450/","\u27cb":"/","\u27cd":"\\","\u27d9":"T","\u27e8":"\u276c","\u27e9":"\u276d","\u292b":"x","\u292c":"x","\u2963":"\u16d0\u16da",
"\u2965":"\u21c3\u21c2","\u296e":"\u16d0\u21c2","\u296f":"\u21c3\u16da","\u2999":"\u2d42","\u29b0":"\u2349","\u29be":"\u233e","\u29c4":"\u303c",
"\u29c5":"\u2342","\u29c7":"\u233b","\u29d6":"\ud800\udec0","\u29d9":"\u299a","\u29f4":":\u2192","\u29f5":"\\","\u29f6":"/\u0304","\u29f8":"/",
"\u29f9":"\\","\u2a00":"\u0298","\u2a01":"\ud800\udea8","\u2a02":"\u2297","\u2a03":"\u228d","\u2a04":"\u228e","\u2a05":"\u2293","\u2a06":"\u2294",
"\u2a1d":"\u16de","\u2a20":">>","\u2a21":"\u16da","\u2a22":"+\u030a","\u2a23":"+\u0302","\u2a24":"+\u0303","\u2a25":"+\u0323","\u2a26":"+\u0330",
"\u2a27":"+2","\u2a29":"-\u0313","\u2a2a":"-\u0323","\u2a2f":"x","\u2a30":"x\u0307","\u2a3d":"\u2319","\u2a3e":"\u2a1f","\u2a3f":"\u2210",
"\u2a6a":"~\u0307","\u2a6e":"=\u20f0","\u2aa5":"><","\u2aaa":"\u15d5","\u2aab":"\u15d2","\u2ad7":"\u1450\u1455","\u2afb":"///","\u2afd":"//",
"\u2bec":"\u219e","\u2bed":"\u219f","\u2bee":"\u21a0","\u2bef":"\u21a1","\u2c67":"H\u0329","\u2c69":"K\u0329","\u2c84":"\u0393","\u2c85":"r",
"\u2c86":"\u0394","\u2c88":"\ua792","\u2c89":"\ua793","\u2c8e":"H","\u2c92":"l","\u2c94":"K","\u2c95":"\u0138","\u2c96":"\u03bb","\u2c98":"M",
"\u2c9a":"N","\u2c9e":"O","\u2c9f":"o","\u2ca0":"\u03a0","\u2ca2":"P","\u2ca3":"p","\u2ca4":"C","\u2ca5":"c","\u2ca6":"T","\u2ca8":"Y",
"\u2caa":"\u03a6","\u2cab":"\u0278","\u2cac":"X","\u2cad":"\u03c7","\u2cae":"\u03a8","\u2cb1":"\u03c9","\u2cb4":"<\u00b7","\u2cba":"-",
"\u2cbc":"\u0428","\u2cbd":"\u0448","\u2cc6":"/","\u2cca":"9","\u2ccc":"3","\u2ccd":"\u021d","\u2cd0":"L","\u2cd1":"\u029f","\u2cd2":"6",
"\u2cdc":"\u03ec","\u2ce4":"\u03d7","\u2ce9":"\u2627","\u2cf9":"\\\\","\u2d31":"O\u0335","\u2d37":"\u0245","\u2d38":"V","\u2d39":"E","\u2d3a":"\u018e",
"\u2d41":"O\u0338","\u2d48":"\u00b7\u00b7\u00b7","\u2d49":"\u01a9","\u2d4f":"l","\u2d51":"!","\u2d54":"O","\u2d55":"Q","\u2d59":"\u0298","\u2d5d":"X",
"\u2d60":"\u0394","\u2d63":"\u16ef","\u2de8":"\u1ddf","\u2dea":"\u030a","\u2ded":"\u0368","\u2def":"\u036f","\u2df6":"\u0363","\u2df7":"\u0364",
"\u2e1a":"-\u0308","\u2e1e":"~\u0307","\u2e1f":"~\u0323","\u2e26":"\u1455","\u2e27":"\u1450","\u2e28":"((","\u2e29":"))","\u2e2a":"\u2235",
"\u2e2b":"\u2234","\u2e2c":"\u2237","\u2e2e":"\u061f","\u2e30":"\u00b0","\u2e31":"\u00b7","\u2e32":"\u060c","\u2e35":"\u061b","\u2e39":"\u1e9f",
"\u2e3d":"\u2d42","\u2e3f":"\u00b6","\u2e40":"=","\u2e82":"\u4e5b","\u2e83":"\u4e5a","\u2e85":"\u4ebb","\u2e89":"\u5202","\u2e8b":"\u353e",
"\u2e8e":"\u5140","\u2e8f":"\u5c23","\u2e90":"\u5c22","\u2e92":"\u5df3","\u2e93":"\u5e7a","\u2e94":"\u5f51","\u2e96":"\u5fc4","\u2e97":"\u38fa",
"\u2e98":"\u624c","\u2e99":"\u6535","\u2e9b":"\u65e1","\u2e9e":"\u6b7a","\u2ea0":"\u6c11","\u2ea1":"\u6c35","\u2ea2":"\u6c3a","\u2ea3":"\u706c",
"\u2ea4":"\u722b","\u2ea6":"\u4e2c","\u2ea8":"\u72ad","\u2eab":"\u7f52","\u2ead":"\u793b","\u2eaf":"\u7cf9","\u2eb1":"\u7f53","\u2eb2":"\u7f52",
"\u2eb9":"\u8002","\u2eba":"\u8080","\u2ebe":"\u8279","\u2ebf":"\u8279","\u2ec0":"\u8279","\u2ec1":"\u864e","\u2ec2":"\u8864","\u2ec3":"\u8980",
"\u2ec4":"\u897f","\u2ec5":"\u89c1","\u2ec8":"\u8ba0","\u2ec9":"\u8d1d","\u2ecb":"\u8f66","\u2ecc":"\u8fb6","\u2ecd":"\u8fb6","\u2ecf":"\u961d",
"\u2ed0":"\u9485","\u2ed1":"\u9577","\u2ed2":"\u9578","\u2ed3":"\u957f","\u2ed4":"\u95e8","\u2ed6":"\u961d","\u2ed8":"\u9752","\u2ed9":"\u97e6",
"\u2eda":"\u9875","\u2edb":"\u98ce","\u2edc":"\u98de","\u2edd":"\u98df","\u2edf":"\u98e0","\u2ee0":"\u9963","\u2ee2":"\u9a6c","\u2ee4":"\u9b3c",
"\u2ee5":"\u9c7c","\u2ee8":"\u9ea6","\u2ee9":"\u9ec4","\u2eeb":"\u6589","\u2eec":"\u9f50","\u2eed":"\u6b6f","\u2eee":"\u9f7f","\u2eef":"\u7adc",
"\u2ef0":"\u9f99","\u2ef2":"\u4e80","\u3002":"\u02f3","\u3003":"''''","\u3007":"O","\u3008":"\u276c","\u3009":"\u276d","\u3012":"\u20b8","\u3014":"(",
"\u3015":")","\u301a":"\u27e6","\u301b":"\u27e7","\u302c":"\u0309","\u302d":"\u0325","\u3033":"/","\u304f":"\u276c","\u309a":"\u030a","\u30a0":"=",
"\u30a4":"\u4ebb","\u30a8":"\u5de5","\u30ab":"\u529b","\u30bf":"\u5915","\u30c8":"\u535c","\u30cb":"\u4e8c","\u30ce":"/","\u30cf":"\u516b",
"\u30d8":"\u3078","\u30ed":"\u53e3","\u30fb":"\u00b7","\u31d0":"\u30fc","\u31d1":"\u4e28","\u31d3":"/","\u31d4":"\\","\u31d6":"\u4e5b",
"\u31da":"\u4e85","\u31db":"\u276c","\u31df":"\u4e5a","\u31e0":"\u4e59","\u39b3":"\u363d","\u439b":"\u3588","\u4420":"\u3b3b","\u4e00":"\u30fc",
"\u4e36":"\\","\u4e3f":"/","\u5002":"\u4f75","\u503c":"\u5024","\u555f":"\u5553","\u56d7":"\u53e3","\u586b":"\u5861","\u58eb":"\u571f",
"\u58ff":"\u58ab","\u5b00":"\u5aaf","\u5e32":"\u5e21","\u5e50":"\u3b3a","\u6238":"\u6236","\u6409":"\u3a41","\u6663":"\u403f","\u6669":"\u665a",
"\u66f6":"\u3ada","\u6726":"\u4443","\u67ff":"\u676e","\u69e9":"\u3ba3","\u6a27":"\u699d","\u6f59":"\u6e88","\u784f":"\u7814","\u7d76":"\u7d55",
"\u80a6":"\u670c","\u80ca":"\u6710","\u80d0":"\u670f","\u80f6":"\u3b35","\u8101":"\u6713","\u8127":"\u6718","\u8141":"\u80fc","\u81a7":"\u6723",
"\u853f":"\u848d","\u8641":"\u8637","\u8a1e":"\u46b6","\u8a7d":"\u8a2e","\u8b8f":"\u8b86","\u8c63":"\u8c5c","\u8d86":"\u8d7f","\u8dfa":"\u8de5",
"\u8e9b":"\u8e97","\u8f27":"\u8eff","\u90de":"\u90ce","\u93ae":"\u93ad","\u96b8":"\u96b7","\u9e43":"\u9e42","\u9ed2":"\u9ed1","\u9fc3":"\u4039",
"\ua494":"\ua2cd","\ua49c":"\ua0c0","\ua49e":"\ua04a","\ua4a7":"\ua458","\ua4a8":"\ua132","\ua4ac":"\ua050","\ua4b0":"\ua3c2","\ua4ba":"\ua3bf",
"\ua4be":"\ua2b1","\ua4bf":"\ua259","\ua4c0":"\ua3ab","\ua4c2":"\ua3b5","\ua4d0":"B","\ua4d1":"P","\ua4d2":"d","\ua4d3":"D","\ua4d4":"T","\ua4d6":"G",
"\ua4d7":"K","\ua4d9":"J","\ua4da":"C","\ua4db":"\u0186","\ua4dc":"Z","\ua4dd":"F","\ua4de":"\u2132","\ua4df":"M","\ua4e0":"N","\ua4e1":"L",
"\ua4e2":"S","\ua4e3":"R","\ua4e5":"\u0245","\ua4e6":"V","\ua4e7":"H","\ua4ea":"W","\ua4eb":"X","\ua4ec":"Y","\ua4ed":"\u1660","\ua4ee":"A",
"\ua4ef":"\u2c6f","\ua4f0":"E","\ua4f1":"\u018e","\ua4f2":"l","\ua4f3":"O","\ua4f4":"U","\ua4f5":"\u0548","\ua4f7":"\u15e1","\ua4f8":".","\ua4f9":",",
"\ua4fa":"..","\ua4fb":".,","\ua4fd":":","\ua4fe":"-.","\ua4ff":"=","\ua60e":".","\ua644":"2","\ua645":"\u01a8","\ua647":"i","\ua64d":"\u03c9",
"\ua650":"\u042al","\ua651":"\u02c9bi","\ua668":"\u0298","\ua66f":"\u20e9","\ua67c":"\u0306","\ua67e":"\u02c7","\ua695":"h\u0314","\ua698":"OO",
"\ua699":"oo","\ua69a":"\ud800\udea8","\ua6a1":"\u0418","\ua6b0":"\u16b9","\ua6b1":"\u2c75","\ua6cd":"\u02a1","\ua6ce":"\u0245","\ua6db":"\u03a0",
"\ua6df":"V","\ua6eb":"?","\ua6ef":"2","\ua6f0":"\u0302","\ua6f1":"\u0304","\ua6f4":"\ua6f3\ua6f3","\ua714":"\u02eb","\ua716":"\u02ea","\ua728":"T3",
"\ua729":"t\u021d","\ua731":"s","\ua732":"AA","\ua733":"aa","\ua734":"AO","\ua735":"ao","\ua736":"AU","\ua737":"au","\ua738":"AV","\ua739":"av",
"\ua73a":"AV","\ua73b":"av","\ua73c":"AY","\ua73d":"ay","\ua740":"K\u0335","\ua74a":"O\u0335","\ua74b":"o\u0335","\ua74e":"OO","\ua74f":"oo",
"\ua75a":"2","\ua761":"w\u0326","\ua76a":"3","\ua76b":"\u021d","\ua76e":"9","\ua777":"tf","\ua778":"&","\ua77a":"\ua779","\ua789":":","\ua78c":"''",
"\ua78f":"\u00b7","\ua795":"\ua727","\ua798":"F","\ua799":"f","\ua79a":"\ud801\udc12","\ua79b":"\ud801\udc3a","\ua79d":"\u029a","\ua79e":"\ua4e4",
"\ua79f":"u","\ua7ab":"3","\ua7b1":"\ua4d5","\ua7b2":"J","\ua7b3":"X","\ua7b4":"B","\ua7b5":"\u00df","\ua7b6":"\ua64c","\ua7b7":"\u03c9",
"\ua7f7":"\u30fc","\ua830":"\u0964","\ua960":"\u1103\u1106","\ua961":"\u1103\u1107","\ua962":"\u1103\u1109","\ua963":"\u1103\u110c",
"\ua964":"\u1105\u1100","\ua965":"\u1105\u1100\u1100","\ua966":"\u1105\u1103","\ua967":"\u1105\u1103\u1103","\ua968":"\u1105\u1106",
"\ua969":"\u1105\u1107","\ua96a":"\u1105\u1107\u1107","\ua96b":"\u1105\u1107\u110b","\ua96c":"\u1105\u1109","\ua96d":"\u1105\u110c",
"\ua96e":"\u1105\u110f","\ua96f":"\u1106\u1100","\ua970":"\u1106\u1103","\ua971":"\u1106\u1109","\ua972":"\u1107\u1109\u1110","\ua973":"\u1107\u110f",
"\ua974":"\u1107\u1112","\ua975":"\u1109\u1109\u1107","\ua976":"\u110b\u1105","\ua977":"\u110b\u1112","\ua978":"\u110c\u110c\u1112",
"\ua979":"\u1110\u1110","\ua97a":"\u1111\u1112","\ua97b":"\u1112\u1109","\ua97c":"\u1159\u1159","\ua992":"\u2c3f","\ua9a3":"\ua99d","\ua9c6":"\ua9d0",
"\ua9cf":"\u0662","\uaa53":"\uaa01","\uaa56":"\uaa23","\uab32":"e","\uab35":"f","\uab3d":"o","\uab3e":"o\u0338","\uab3f":"\u0254\u0338",
"\uab41":"\u01ddo\u0338","\uab42":"\u01ddo\u0335","\uab47":"r","\uab48":"r","\uab4d":"\u0283","\uab4e":"u","\uab52":"u","\uab53":"\u03c7",
"\uab55":"\u03c7","\uab5a":"y","\uab60":"\u0459","\uab62":"\u0254e","\uab63":"uo","\uab70":"\u1d05","\uab71":"\u0280","\uab72":"\u1d1b",
"\uab74":"o\u031b","\uab75":"i","\uab7a":"\u1d00","\uab7b":"\u1d0a","\uab7c":"\u1d07","\uab7e":"\u0242","\uab80":"\u2c76","\uab81":"r","\uab83":"w",
"\uab87":"\u028d","\uab8b":"\u029c","\uab8e":"o\u0335","\uab90":"\u0262","\uab93":"z","\uab9b":"\ua793","\uab9c":"u\u0335","\uab9f":"\u0185",
"\uaba2":"\u0280","\uaba9":"v","\uabaa":"s","\uabae":"\u029f","\uabaf":"c","\uabb2":"\u1d18","\uabb6":"\u0138","\uabbb":"o\u0335",
"\ud7b0":"\u1169\u1167","\ud7b1":"\u1169\u1169\u4e28","\ud7b2":"\u116d\u1161","\ud7b3":"\u116d\u1161\u4e28","\ud7b4":"\u116d\u1165",
"\ud7b5":"\u116e\u1167","\ud7b6":"\u116e\u4e28\u4e28","\ud7b7":"\u1172\u1161\u4e28","\ud7b8":"\u1172\u1169","\ud7b9":"\u30fc\u1161",
"\ud7ba":"\u30fc\u1165","\ud7bb":"\u30fc\u1165\u4e28","\ud7bc":"\u30fc\u1169","\ud7bd":"\u4e28\u1163\u1169","\ud7be":"\u4e28\u1163\u4e28",
"\ud7bf":"\u4e28\u1167","\ud7c0":"\u4e28\u1167\u4e28","\ud7c1":"\u4e28\u1169\u4e28","\ud7c2":"\u4e28\u116d","\ud7c3":"\u4e28\u1172",
"\ud7c4":"\u4e28\u4e28","\ud7c5":"\u119e\u1161","\ud7c6":"\u119e\u1165\u4e28","\ud7cb":"\u1102\u1105","\ud7cc":"\u1102\u110e","\ud7cd":"\u1103\u1103",
"\ud7ce":"\u1103\u1103\u1107","\ud7cf":"\u1103\u1107","\ud7d0":"\u1103\u1109","\ud7d1":"\u1103\u1109\u1100","\ud7d2":"\u1103\u110c",
"\ud7d3":"\u1103\u110e","\ud7d4":"\u1103\u1110","\ud7d5":"\u1105\u1100\u1100","\ud7d6":"\u1105\u1100\u1112","\ud7d7":"\u1105\u1105\u110f",
"\ud7d8":"\u1105\u1106\u1112","\ud7d9":"\u1105\u1107\u1103","\ud7da":"\u1105\u1107\u1111","\ud7db":"\u1105\u114c","\ud7dc":"\u1105\u1159\u1112",
"\ud7dd":"\u1105\u110b","\ud7de":"\u1106\u1102","\ud7df":"\u1106\u1102\u1102","\ud7e0":"\u1106\u1106","\ud7e1":"\u1106\u1107\u1109",
"\ud7e2":"\u1106\u110c","\ud7e3":"\u1107\u1103","\ud7e4":"\u1107\u1105\u1111","\ud7e5":"\u1107\u1106","\ud7e6":"\u1107\u1107",
"\ud7e7":"\u1107\u1109\u1103","\ud7e8":"\u1107\u110c","\ud7e9":"\u1107\u110e","\ud7ea":"\u1109\u1106","\ud7eb":"\u1109\u1107\u110b",
"\ud7ec":"\u1109\u1109\u1100","\ud7ed":"\u1109\u1109\u1103","\ud7ee":"\u1109\u1140","\ud7ef":"\u1109\u110c","\ud7f0":"\u1109\u110e",
"\ud7f1":"\u1109\u1110","\ud7f2":"\u1105\u1112","\ud7f3":"\u1140\u1107","\ud7f4":"\u1140\u1107\u110b","\ud7f5":"\u114c\u1106","\ud7f6":"\u114c\u1112",
"\ud7f7":"\u110c\u1107","\ud7f8":"\u110c\u1107\u1107","\ud7f9":"\u110c\u110c","\ud7fa":"\u1111\u1109","\ud7fb":"\u1111\u1110","\ufd3e":"(",
"\ufd3f":")","\ud800\udd01":"\u00b7","\ud800\udd8e":"N\u030a","\ud800\udd96":"X\u0335","\ud800\udd97":"V\u0335","\ud800\udd98":"l\u0335l\u0335S\u0335",
"\ud800\udd99":"l\u0335l\u0335","\ud800\udda0":"\u2ce8","\ud800\ude82":"B","\ud800\ude85":"\u0394","\ud800\ude86":"E","\ud800\ude87":"F",
"\ud800\ude8a":"l","\ud800\ude8d":"\u0245","\ud800\ude90":"X","\ud800\ude92":"O","\ud800\ude94":"\u16dc","\ud800\ude95":"P","\ud800\ude96":"S",
"\ud800\ude97":"T","\ud800\ude9b":"+","\ud800\udea0":"A","\ud800\udea1":"B","\ud800\udea2":"C","\ud800\udea3":"\u0394","\ud800\udea5":"F",
"\ud800\udeab":"O","\ud800\udead":"\u03d8","\ud800\udeb0":"M","\ud800\udeb1":"T","\ud800\udeb2":"Y","\ud800\udeb3":"\u03a6","\ud800\udeb4":"X",
"\ud800\udeb5":"\u03a8","\ud800\udeb6":"\u03a9","\ud800\udeb8":"\u2d40","\ud800\udecf":"H","\ud800\udee1":"\u062f","\ud800\udee4":"\u0648",
"\ud800\udee8":"\u0637","\ud800\udef2":"\u0635","\ud800\udef5":"Z","\ud800\udf01":"B","\ud800\udf02":"C","\ud800\udf09":"l","\ud800\udf11":"M",
"\ud800\udf12":"\u03d8","\ud800\udf15":"T","\ud800\udf17":"X","\ud800\udf1a":"8","\ud800\udf1f":"*","\ud800\udf20":"l","\ud800\udf22":"X",
"\ud800\udfd1":"\ud800\udf82","\ud800\udfd3":"\ud800\udf93","\ud801\udc01":"\u0190","\ud801\udc04":"O","\ud801\udc11":"\ua4f6","\ud801\udc15":"C",
"\ud801\udc1b":"L","\ud801\udc1f":"\u2c70","\ud801\udc20":"S","\ud801\udc23":"\u0186","\ud801\udc25":"\u0418","\ud801\udc29":"\ua793",
"\ud801\udc2a":"\u029a","\ud801\udc2c":"o","\ud801\udc3d":"c","\ud801\udc3f":"\u0277","\ud801\udc42":"\u025e","\ud801\udc43":"\u029f",
"\ud801\udc48":"s","\ud801\udc4b":"\u0254","\ud801\udc4d":"\u1d0e","\ud801\udca0":"\ud801\udc86","\ud801\udcb0":"\u0245","\ud801\udcb4":"R",
"\ud801\udcbc":"\u04c3","\ud801\udcc2":"O","\ud801\udcc3":"\u0298","\ud801\udcc4":"\u00de","\ud801\udccd":"\u040b","\ud801\udcce":"U",
"\ud801\udcd0":"\u16e6","\ud801\udcd1":"\u03a8","\ud801\udcd2":"7","\ud801\udcd8":"\u028c","\ud801\udcdb":"\u03bb","\ud801\udcea":"o",
"\ud801\udceb":"\ua669","\ud801\udcf6":"u","\ud801\udcf9":"\u03c8","\ud801\udd13":"N","\ud801\udd16":"O","\ud801\udd18":"K","\ud801\udd1c":"C",
"\ud801\udd1d":"V","\ud801\udd25":"F","\ud801\udd26":"L","\ud801\udd27":"X","\ud802\ude3a":"\u0323","\ud802\ude50":".",
"\ud802\ude57":"\ud802\ude56\ud802\ude56","\ud803\udcfa":"\ud803\udca5","\ud803\udcfc":"\ud803\udc82","\ud804\udcbb":"\u0970","\ud804\uddc7":"\u0970",
"\ud804\uddca":"\u0323","\ud804\uddcb":"\u093a","\ud804\udddb":"\ua8fc","\ud804\udddc":"\ua8fb","\ud804\uddde":"\u2248","\ud804\udf00":"\u030a",
"\ud805\udc13":"\ud805\udc34\ud805\udc42\ud805\udc12","\ud805\udc19":"\ud805\udc34\ud805\udc42\ud805\udc18",
"\ud805\udc24":"\ud805\udc34\ud805\udc42\ud805\udc23","\ud805\udc2a":"\ud805\udc34\ud805\udc42\ud805\udc29",
"\ud805\udc2d":"\ud805\udc34\ud805\udc42\ud805\udc2c","\ud805\udc2f":"\ud805\udc34\ud805\udc42\ud805\udc2e","\ud805\udc4c":"\ud805\udc4b\ud805\udc4b",
"\ud805\udc92":"\u0998","\ud805\udc94":"\u099a","\ud805\udc96":"\u099c","\ud805\udc98":"\u099e","\ud805\udc99":"\u099f","\ud805\udc9b":"\u09a1",
"\ud805\udc9d":"\u09b2","\ud805\udc9e":"\u09a4","\ud805\udc9f":"\u09a5","\ud805\udca0":"\u09a6","\ud805\udca1":"\u09a7","\ud805\udca2":"\u09a8",
"\ud805\udca3":"\u09aa","\ud805\udca7":"\u09ae","\ud805\udca8":"\u09af","\ud805\udca9":"\u09ac","\ud805\udcaa":"\u09a3","\ud805\udcab":"\u09b0",
"\ud805\udcad":"\u09b7","\ud805\udcae":"\u09b8","\ud805\udcb0":"\u09be","\ud805\udcb1":"\u09bf","\ud805\udcb9":"\u09c7","\ud805\udcbd":"\u09d7",
"\ud805\udcbf":"\u0306\u0307","\ud805\udcc1":"\u0983","\ud805\udcc2":"\u09cd","\ud805\udcc3":"\u0323","\ud805\udcc4":"\u09bd","\ud805\udcc5":"w\u0307",
"\ud805\udcd0":"O","\ud805\udcd1":"\u09e7","\ud805\udcd2":"\u09e8","\ud805\udcd6":"\u09ec","\ud805\uddd8":"\ud805\udd82","\ud805\uddd9":"\ud805\udd82",
"\ud805\uddda":"\ud805\udd83","\ud805\udddb":"\ud805\udd84","\ud805\udddc":"\ud805\uddb2","\ud805\udddd":"\ud805\uddb3",
"\ud805\ude42":"\ud805\ude41\ud805\ude41","\ud805\udf00":"rn","\ud805\udf06":"v","\ud805\udf0a":"w","\ud805\udf0e":"w","\ud805\udf0f":"w",
"\ud806\udca0":"V","\ud806\udca2":"F","\ud806\udca3":"L","\ud806\udca4":"Y","\ud806\udca6":"E","\ud806\udca8":"\u2207","\ud806\udca9":"Z",
"\ud806\udcac":"9","\ud806\udcae":"E","\ud806\udcaf":"4","\ud806\udcb2":"L","\ud806\udcb5":"O","\ud806\udcb7":"\u16dc","\ud806\udcb8":"U",
"\ud806\udcbb":"5","\ud806\udcbc":"T","\ud806\udcc0":"v","\ud806\udcc1":"s","\ud806\udcc2":"F","\ud806\udcc3":"i","\ud806\udcc4":"z",
"\ud806\udcc6":"7","\ud806\udcc8":"o","\ud806\udcca":"3","\ud806\udccc":"9","\ud806\udcce":"\ua793","\ud806\udcd5":"6","\ud806\udcd6":"9",
"\ud806\udcd7":"o","\ud806\udcd8":"u","\ud806\udcdc":"y","\ud806\udce0":"O","\ud806\udce3":"rn","\ud806\udce4":"\u0669","\ud806\udce5":"Z",
"\ud806\udce6":"W","\ud806\udce9":"C","\ud806\udcec":"X","\ud806\udcef":"W","\ud806\udcf2":"C","\ud806\udee6":"\ud806\udee5\ud806\udeef",
"\ud806\udee7":"\ud806\udee5\ud806\udef0","\ud806\udee8":"\ud806\udee5\ud806\udee5","\ud806\udee9":"\ud806\udee5\ud806\udee5\ud806\udeef",
"\ud806\udeea":"\ud806\udee5\ud806\udee5\ud806\udef0","\ud806\udeec":"\ud806\udeeb\ud806\udeef","\ud806\udeed":"\ud806\udeeb\ud806\udeeb",
"\ud806\udeee":"\ud806\udeeb\ud806\udeeb\ud806\udeef","\ud806\udef4":"\ud806\udef3\ud806\udeef","\ud806\udef5":"\ud806\udef3\ud806\udef0",
"\ud806\udef6":"\ud806\udef3\ud806\udef3","\ud806\udef7":"\ud806\udef3\ud806\udef3\ud806\udeef","\ud806\udef8":"\ud806\udef3\ud806\udef3\ud806\udef0",
"\ud807\udc42":"\ud807\udc41\ud807\udc41","\ud807\udcb2":"\ud807\udcaa","\ud808\udc38":"\ud800\udf9a","\ud80c\udef9":"\ud802\udd9e",
"\ud81b\udf07":"\u0393","\ud81b\udf08":"V","\ud81b\udf0a":"T","\ud81b\udf16":"L","\ud81b\udf1a":"\u0394","\ud81b\udf1c":"\ua658",
"\ud81b\udf26":"\ua4f6","\ud81b\udf28":"l","\ud81b\udf2d":"\u0190","\ud81b\udf35":"R","\ud81b\udf3a":"S","\ud81b\udf3b":"3","\ud81b\udf3d":"\u0245",
"\ud81b\udf3f":">","\ud81b\udf40":"A","\ud81b\udf42":"U","\ud81b\udf43":"Y","\ud81b\udf51":"''","\ud81b\udf52":"''","\ud834\udd14":"{",
"\ud834\udd6d":".","\ud834\ude02":"\u04fe","\ud834\ude06":"3","\ud834\ude0b":"\u0418","\ud834\ude0d":"V","\ud834\ude0f":"\\","\ud834\ude12":"7",
"\ud834\ude13":"F","\ud834\ude14":"\ud800\udebc","\ud834\ude15":"\ua4f6","\ud834\ude16":"R","\ud834\ude17":"\u2c6f","\ud834\ude1a":"O\u0335",
"\ud834\ude1b":"\u2144","\ud834\ude1c":"\ua4d5","\ud834\ude21":"\u0190","\ud834\ude22":"\u0460","\ud834\ude2a":"L","\ud834\ude2b":"\ua4f6",
"\ud834\ude30":"\ua7fb","\ud834\ude36":"<","\ud834\ude37":">","\ud834\ude38":"\u228f","\ud834\ude39":"\u2290","\ud834\ude3a":"/","\ud834\ude3b":"\\",
"\ud834\ude3f":"\u16cb","\ud834\ude45":"\u0548","\ud83a\udcc7":"l","\ud83a\udcc8":"\u2220","\ud83a\udcc9":"\u0663","\ud83a\udccb":"8",
"\ud83a\udccc":"\u2202","\ud83a\udccd":"\u2202\u0335","\ud83c\udd0f":"$\u20e0","\ud83c\udd6d":"cc\u0009\u20dd","\ud83c\udd6e":"C\u20e0",
"\ud83c\udf12":"\u263d","\ud83c\udf18":"\u263e","\ud83c\udf19":"\u263d","\ud83d\udf00":"QE","\ud83d\udf01":"\ua658","\ud83d\udf02":"\u0394",
"\ud83d\udf04":"\ud800\udebc","\ud83d\udf07":"AR","\ud83d\udf08":"V\u1de4","\ud83d\udf0a":"\u2629","\ud83d\udf14":"O\u0335",
"\ud83d\udf28":"\ud800\udea8","\ud83d\udf3a":"\u29df","\ud83d\udf4c":"C","\ud83d\udf54":"\u16dc","\ud83d\udf55":"\u22a1","\ud83d\udf5c":"sss",
"\ud83d\udf5e":"\u224f","\ud83d\udf68":"T","\ud83d\udf6b":"MB","\ud83d\udf6c":"VB","\ud83d\udf71":"\u22a0","\ud847\udfe8":"\u276c"
}'::jsonb ->> letter, letter), '' ORDER BY place)
      FROM regexp_split_to_table(plain, '') WITH ORDINALITY AS letters(letter, place)
    ), NFKD);
  END IF;
  plain := replace(replace(replace(plain, 'm', 'rn'), '%', 'o/O'), '"', '''''');
  RETURN btrim(regexp_replace(translate(plain, '01I|`', 'Olll'''), ' +', ' ', 'g'));
END
$$;

-- prisma/sql/functions/oldest_write_seconds.sql
-- Age of the oldest open transaction that writes, in seconds. The role of the service may not read the transactions of other roles.
CREATE OR REPLACE FUNCTION "oldest_write_seconds"() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 FROM pg_catalog.pg_stat_activity
  WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()
$$;

-- prisma/sql/functions/owe_nothing.sql
-- Trigger of "Invoice": nothing is due on a voided or written-off invoice.
CREATE OR REPLACE FUNCTION "owe_nothing"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW."amountDue" := 0;
  RETURN NEW;
END
$$;

-- prisma/sql/functions/phone_digits.sql
-- The digits of a phone number, without the "(0)" of a national prefix.
CREATE OR REPLACE FUNCTION "phone_digits"(phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '[^0-9]*\(0\)|[^0-9]+', '', 'g')
$$;

-- prisma/sql/functions/phone_pattern.sql
-- A LIKE pattern for phone_digits, or null if the words are no phone number of six digits or more.
CREATE OR REPLACE FUNCTION "phone_pattern"(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT '%' || digits || '%' FROM (SELECT ltrim(phone_digits(words), '0') AS digits) d
  WHERE words !~ '[^0-9 +()./\u2010-\u2015-]' AND length(digits) >= 6
$$;

-- prisma/sql/functions/publish_log_entries.sql
-- Moves committed entries, of one workspace or of all, from the staging table to the log and gives them their positions. Notifies subscribers. Returns
-- how many entries it moved, and null while another session publishes, erases or deletes entries.
-- Entries of one record are staged while its row is locked, so their order in the staging table is the order of the changes.
CREATE OR REPLACE FUNCTION "publish_log_entries"(most integer, workspace integer DEFAULT NULL::integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
  workspaces int[];
  published int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1279805301, 0) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND inhparent = '"LogEntry"'::regclass)
  THEN
    RAISE 'The staged entries are those of a log in another schema of this database.' USING ERRCODE = 'wrong_object_type';
  END IF;
  -- All columns that there are: a later migration may add some.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('place', 'publishedAt');
  EXECUTE format('WITH taken AS (
      DELETE FROM ONLY "actiongraph_log"."NewLogEntry"
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ONLY "actiongraph_log"."NewLogEntry"
        WHERE $3 IS NULL OR "accountId" = $3 ORDER BY "accountId", place LIMIT $1)) RETURNING *
    ), last AS (
      SELECT w."accountId", coalesce((SELECT max(l.place) FROM ONLY "LogEntry" l WHERE l."accountId" = w."accountId"),
        (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "LogEntry_place_seq")) AS place
      FROM "Workspace" w WHERE w."accountId" IN (SELECT "accountId" FROM taken)
    ), published AS (
      INSERT INTO "LogEntry" (place, "publishedAt", %1$s)
      SELECT last.place + row_number() OVER (PARTITION BY "accountId" ORDER BY taken.place), $2, %1$s
      FROM taken JOIN last USING ("accountId") ORDER BY "accountId", taken.place RETURNING "accountId"
    )
    SELECT (SELECT count(*) FROM taken), array_agg(DISTINCT "accountId") FROM published', columns) INTO published, workspaces USING most, clock_timestamp(), workspace;
  PERFORM pg_notify('actiongraph_' || w.id, 'LOG') FROM unnest(workspaces) AS w (id);
  RETURN published;
END
$$;

REVOKE EXECUTE ON FUNCTION "publish_log_entries"(integer,integer) FROM PUBLIC;

-- prisma/sql/functions/raise_version.sql
-- Trigger of every table: each change of a value increments `version`.
CREATE OR REPLACE FUNCTION "raise_version"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."version" := OLD."version" + 1;
    NEW."updatedAt" := now();
  END IF;
  RETURN NEW;
END
$$;

-- prisma/sql/functions/refuse_erased.sql
-- An erased client takes no new records. For databases without triggers.
CREATE OR REPLACE FUNCTION "refuse_erased"(account integer, clients text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  erased text;
BEGIN
  SELECT c."id" INTO erased FROM "Client" c
  WHERE c."accountId" = account AND c."id" = ANY (clients) AND c."erasedAt" IS NOT NULL LIMIT 1;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'client % is erased', erased
      USING ERRCODE = 'check_violation', TABLE = 'Client', CONSTRAINT = 'Client_erased_takes_nothing';
  END IF;
END
$$;

-- prisma/sql/functions/refuse_for_erased.sql
-- Trigger of tables with a `clientId`: an erased client takes no new records, except when the owner of the table restores a backup.
CREATE OR REPLACE FUNCTION "refuse_for_erased"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Client" c
      WHERE c."accountId" = NEW."accountId" AND c.id = NEW."clientId" AND c."erasedAt" IS NOT NULL)
    AND NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'client % is erased', NEW."clientId"
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'Client_erased_takes_nothing';
  END IF;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/search_form.sql
-- A text without accents and in lower case, for searches. domain/record-searches does the same in TypeScript.
CREATE OR REPLACE FUNCTION "search_form"(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]+', '', 'g'), NFC)),
      'øłđðħŧıς’‘ʼ‐‑–—', 'olddhtiσ''''''----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- prisma/sql/functions/seller_now.sql
-- The seller as an invoice prints it. Stores the logo, which other invoices share.
CREATE OR REPLACE FUNCTION "seller_now"(account integer, template text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  kept TEXT;
BEGIN
  INSERT INTO "SellerLogo" ("accountId", "sha256", "bytes", "mediaType", "width", "height")
  SELECT l."accountId", encode(sha256(l."bytes"), 'hex'), l."bytes", l."mediaType", l."width", l."height"
  FROM "WorkspaceLogo" l WHERE l."accountId" = account
  ON CONFLICT DO NOTHING;
  SELECT encode(sha256(l."bytes"), 'hex') INTO kept FROM "WorkspaceLogo" l WHERE l."accountId" = account;
  RETURN (
    SELECT jsonb_build_object(
      'name', w."name", 'address1', w."address1", 'address2', w."address2", 'city', w."city", 'locality', w."locality",
      'postal', w."postal", 'country', w."country", 'taxId', w."taxId", 'taxLabel', w."taxLabel", 'taxNumber', w."taxNumber",
      'legalId', w."legalId", 'legalIdScheme', w."legalIdScheme", 'phone', w."phone",
      'website', w."website", 'accountHolder', w."accountHolder", 'iban', w."iban", 'bic', w."bic", 'language', w."language",
      'accentColor', w."accentColor", 'pageSize', w."pageSize", 'invoiceLayout', w."invoiceLayout", 'logoPlace', w."logoPlace",
      'logo', kept,
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;

-- prisma/sql/functions/settle_changed.sql
-- Computes and checks what triggers do otherwise, for the rows that a transaction changed. For databases without triggers.
CREATE OR REPLACE FUNCTION "settle_changed"(account integer, invoices text[], payments text[], contacts text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  one text;
  credited record;
  -- A statement of distributed tables draws nothing by itself that changes while it runs.
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF cardinality(invoices) > 0 THEN
    UPDATE "Invoice" SET "amountDue" = 0
    WHERE "accountId" = account AND "id" = ANY (invoices) AND "status" IN ('VOIDED', 'WRITE_OFF') AND "amountDue" <> 0;
    PERFORM 1 FROM "keep_issued"(account, invoices);
    FOREACH one IN ARRAY invoices LOOP
      PERFORM "assert_payment_total"(account, one);
      PERFORM "assert_credited_total"(account, one);
    END LOOP;
  END IF;
  IF cardinality(payments) > 0 THEN
    FOREACH one IN ARRAY payments LOOP
      PERFORM "assert_refunded_total"(account, one);
      PERFORM "assert_payment_credit"(account, one);
    END LOOP;
    FOR credited IN
      SELECT DISTINCT c."clientId" AS client, c."currency" AS unit FROM "ClientCredit" c
      WHERE c."accountId" = account AND c."paymentId" = ANY (payments)
    LOOP
      PERFORM "assert_client_credit"(account, credited.client, credited.unit);
    END LOOP;
  END IF;
  IF cardinality(contacts) > 0 THEN
    UPDATE "Contact" SET "portalSince" = moment WHERE "accountId" = account AND "id" = ANY (contacts);
  END IF;
END
$$;

-- prisma/sql/functions/shows_erased.sql
-- Whether a response contains an id or printed data of an erased client.
CREATE OR REPLACE FUNCTION "shows_erased"(account integer, answer text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM "Invoice" i
    WHERE i."accountId" = account AND i."erasedAt" IS NOT NULL
      AND (strpos(answer, i."id") > 0 OR EXISTS (
        -- As texts stand in JSON, without the quotes around them.
        SELECT FROM jsonb_each_text(i."clientInfo") AS printed(part, text)
        WHERE printed.part IN ('name', 'address1', 'address2', 'phone', 'taxId', 'website')
          AND length(printed.text) >= 4
          AND strpos(answer, substr(to_jsonb(printed.text)::text, 2, length(to_jsonb(printed.text)::text) - 2)) > 0)));
END
$$;

-- prisma/sql/functions/single_line.sql
-- A text in one line, without invisible characters. `toSingleLine` in platform/text does the same in TypeScript.
CREATE OR REPLACE FUNCTION "single_line"(line text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN line ~ '^[!-~]+( [!-~]+)*$' THEN line ELSE normalize(btrim(regexp_replace(regexp_replace(line,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+',
    '', 'g'), '[\u0009-\u000d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), NFC) END
$$;

-- prisma/sql/functions/staged_log_entries.sql
-- Numbers of the first and last staged entry of a workspace. Null if there is none, and where tables are distributed: they have no staging table.
CREATE OR REPLACE FUNCTION "staged_log_entries"(workspace integer, OUT first bigint, OUT last bigint) RETURNS record
LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- A database with distributed tables has no staging table.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    SELECT min(place), max(place) INTO first, last FROM ONLY "actiongraph_log"."NewLogEntry" WHERE "accountId" = workspace;
  END IF;
END
$$;

-- prisma/sql/functions/sweep_log.sql
-- Retention: deletes at most `most` entries that were published before `until`. Returns how many. If it deletes all entries of a workspace, its next
-- position is still greater than theirs.
CREATE OR REPLACE FUNCTION "sweep_log"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH swept AS (
    DELETE FROM "LogEntry" l USING (
      SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
        SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND coalesce(e."publishedAt", e."createdAt") < until
        ORDER BY coalesce(e."publishedAt", e."createdAt") LIMIT most FOR UPDATE SKIP LOCKED
      ) oldest LIMIT most
    ) old WHERE l."accountId" = old."accountId" AND l.place = old.place RETURNING l.place
  )
  SELECT count(*), max(place) INTO swept, last FROM swept;
  IF last > (SELECT last_value FROM "LogEntry_place_seq") THEN
    PERFORM setval('"LogEntry_place_seq"', last);
  END IF;
  RETURN swept;
END
$$;

REVOKE EXECUTE ON FUNCTION "sweep_log"(timestamp with time zone,integer) FROM PUBLIC;

-- prisma/sql/functions/sweep_log_changes.sql
-- Retention: removes the values of at most `most` entries that were published before `until`. Returns how many.
CREATE OR REPLACE FUNCTION "sweep_log_changes"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" l SET before = NULL, after = NULL FROM (
    SELECT "accountId", place FROM "LogEntry"
    WHERE coalesce("publishedAt", "createdAt") < until AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY coalesce("publishedAt", "createdAt") LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;

REVOKE EXECUTE ON FUNCTION "sweep_log_changes"(timestamp with time zone,integer) FROM PUBLIC;

-- prisma/sql/functions/tell_keys.sql
-- Notifies all processes of the workspaces whose keys, users or settings changed, so that they discard cached keys. The arguments are columns whose
-- changes do not count. A notification without workspace ("*") means all of them.
CREATE OR REPLACE FUNCTION "tell_keys"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  accounts text[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    accounts := ARRAY['*'];
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT "accountId"::text) INTO accounts FROM (
      (SELECT "accountId", to_jsonb(before) - TG_ARGV FROM before
       EXCEPT SELECT "accountId", to_jsonb(changed) - TG_ARGV FROM changed)
      UNION ALL
      (SELECT "accountId", to_jsonb(changed) - TG_ARGV FROM changed
       EXCEPT SELECT "accountId", to_jsonb(before) - TG_ARGV FROM before)
    ) AS differing;
  ELSE
    SELECT array_agg(DISTINCT "accountId"::text) INTO accounts FROM changed;
  END IF;
  IF cardinality(accounts) > 100 THEN
    accounts := ARRAY['*'];
  END IF;
  PERFORM pg_notify('actiongraph_keys', account) FROM unnest(accounts) AS account;
  RETURN NULL;
END
$$;

-- prisma/sql/functions/write_single_lines.sql
-- Writes texts in one line, as single_line does. Returns those that cannot be changed, with the reason.
CREATE OR REPLACE FUNCTION "write_single_lines"() RETURNS TABLE(workspace integer, model text, id text, field text, text text, reason text)
LANGUAGE plpgsql AS $$
DECLARE
  place RECORD;
  found_line RECORD;
  detail TEXT;
BEGIN
  FOR place IN
    SELECT n.model, c.field, CASE n.model WHEN 'Workspace' THEN 'accountId' ELSE 'id' END AS key,
      CASE n.model WHEN 'Person' THEN 'NULL::int' ELSE '"accountId"' END AS account
    FROM (VALUES
      ('ApiKey', 'name'),
      ('CalendarEvent', 'summary location externalId'),
      ('Client', 'name initials leadSource phone website taxId address1 address2 city locality postal country externalId source'),
      ('Contact', 'firstName lastName role email phone mobile externalId source'),
      ('CustomField', 'name mappingKey'),
      ('Deliverable', 'name ticketId externalId source'),
      ('EmailTemplate', 'name subject'),
      ('Expense', 'category billNo externalId source'),
      ('Form', 'name'),
      ('Invoice', 'externalId source'),
      ('InvoiceTemplate', 'name'),
      ('Opportunity', 'name externalId source'),
      ('Payment', 'referenceNumber externalId source'),
      ('Person', 'email name'),
      ('PipelineStage', 'label'),
      ('Project', 'name externalId source'),
      ('ProjectTemplate', 'name'),
      ('ProjectTemplateDeliverable', 'name'),
      ('ProjectType', 'name'),
      ('Refund', 'referenceNumber'),
      ('TaskStage', 'label'),
      ('TaxComponent', 'name'),
      ('TaxRule', 'name providerId'),
      ('TimeEntry', 'externalId source'),
      ('User', 'email firstName lastName'),
      ('Vendor', 'name email phone website taxId'),
      ('Workspace', 'name taxId taxLabel phone website address1 address2 city locality postal country accountHolder '
        || 'invoiceNumberPattern creditNoteNumberPattern depositNumberPattern')
    ) AS n (model, fields), regexp_split_to_table(n.fields, ' ') AS c (field)
  LOOP
    FOR found_line IN EXECUTE format(
      'SELECT %1$s AS account, %2$I::text AS key, %3$I AS line FROM %4$I
       WHERE %3$I !~ ''^[!-~]+( [!-~]+)*$'' AND %3$I <> "single_line"(%3$I) ORDER BY 1, %2$I',
      place.account, place.key, place.field, place.model)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %1$I SET %2$I = nullif("single_line"(%2$I), ''''), "version" = "version" + 1, "updatedAt" = now()
            WHERE %3$I::text = $2 AND ($1 IS NULL OR %4$s = $1)',
          place.model, place.field, place.key, place.account)
        USING found_line.account, found_line.key;
      EXCEPTION WHEN unique_violation OR not_null_violation OR check_violation THEN
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        RETURN QUERY SELECT found_line.account, place.model, found_line.key, place.field, found_line.line, detail;
      END;
    END LOOP;
  END LOOP;
END
$$;

-- prisma/sql/constraints/audit-entries.sql
-- What the Prisma schema cannot express.

CREATE INDEX "LogEntry_changes_idx" ON "LogEntry" USING btree (COALESCE("publishedAt", "createdAt")) WHERE ((before IS NOT NULL) OR (after IS NOT NULL));
CREATE INDEX "LogEntry_published_idx" ON "LogEntry" USING btree ("accountId", COALESCE("publishedAt", "createdAt"));
CREATE STATISTICS "LogEntry_accountId_actorKind_stats" (mcv) ON "accountId", "actorKind" FROM "LogEntry";
CREATE STATISTICS "LogEntry_accountId_kind_stats" (mcv) ON "accountId", kind FROM "LogEntry";

-- prisma/sql/constraints/calendar-events.sql
-- What the Prisma schema cannot express.

ALTER TABLE "CalendarEvent"
  ADD CONSTRAINT "CalendarEvent_ends_after_start" CHECK ("endsAt" >= "startsAt" AND "endDate" >= "startDate"),
  ADD CONSTRAINT "CalendarEvent_timeZone_trimmed" CHECK ("timeZone" <> ''::text AND "timeZone" = btrim("timeZone", ' 	
'::text)),
  ADD CONSTRAINT "CalendarEvent_times_together" CHECK (("startTime" IS NULL) = ("endTime" IS NULL));

-- prisma/sql/constraints/clients.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Client"
  ADD CONSTRAINT "Client_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Client_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Client_defaultTaxRate_range" CHECK ("defaultTaxRate" >= '-100'::integer::numeric AND "defaultTaxRate" <= 100::numeric),
  ADD CONSTRAINT "Client_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "Client_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array'::text),
  ADD CONSTRAINT "Client_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "Client_paymentTerms_object" CHECK (jsonb_typeof("paymentTerms") = 'object'::text),
  ADD CONSTRAINT "Client_roundingIncrement_range" CHECK ("roundingIncrement" >= 0);
CREATE UNIQUE INDEX "Client_externalId_source_key" ON "Client" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Client_mergedRecords_idx" ON "Client" USING gin ("mergedRecords" jsonb_path_ops) WHERE ("mergedRecords" <> '[]'::jsonb);
CREATE INDEX "Client_near_name_idx" ON "Client" USING gin ("accountId", lower(name) gin_trgm_ops) WITH (gin_pending_list_limit='1024');
CREATE INDEX "Client_phone_digits_idx" ON "Client" USING gin ("accountId", phone_digits(phone) gin_trgm_ops) WITH (gin_pending_list_limit='1024');
CREATE INDEX "Client_search_form_idx" ON "Client" USING btree ("accountId", search_form(name) text_pattern_ops);
CREATE INDEX "Client_search_name_idx" ON "Client" USING btree ("accountId", lower(name) text_pattern_ops);
CREATE INDEX "Client_search_phone_idx" ON "Client" USING btree ("accountId", lower(phone) text_pattern_ops);

-- prisma/sql/constraints/contacts.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Contact"
  ADD CONSTRAINT "Contact_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Contact_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array'::text);
CREATE UNIQUE INDEX "Contact_default_key" ON "Contact" USING btree ("accountId", "clientId") WHERE "defaultContact";
CREATE UNIQUE INDEX "Contact_externalId_source_key" ON "Contact" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Contact_mergedRecords_idx" ON "Contact" USING gin ("mergedRecords" jsonb_path_ops) WHERE ("mergedRecords" <> '[]'::jsonb);
CREATE INDEX "Contact_portal_address_idx" ON "Contact" USING btree (lower((email COLLATE "C"))) WHERE ("portalAccess" AND (NOT archived) AND ("clientId" IS NOT NULL));
CREATE INDEX "Contact_search_email_idx" ON "Contact" USING btree ("accountId", lower(email) text_pattern_ops);
CREATE INDEX "Contact_search_phone_idx" ON "Contact" USING btree ("accountId", lower(phone) text_pattern_ops);
CREATE INDEX "Contact_search_text_idx" ON "Contact" USING gin ("accountId", search_form(((COALESCE("firstName", ''::text) || ' '::text) || COALESCE("lastName", ''::text))) gin_trgm_ops, lower(email) gin_trgm_ops, phone_digits(phone) gin_trgm_ops, phone_digits(mobile) gin_trgm_ops) WITH (gin_pending_list_limit='1024');

-- prisma/sql/constraints/credit-notes.sql
-- What the Prisma schema cannot express.

ALTER TABLE "CreditNote"
  ADD CONSTRAINT "CreditNote_keptAsCredit_range" CHECK ("keptAsCredit" >= 0::numeric AND "keptAsCredit" <= GREATEST(total - "refundedAmount", 0::numeric)),
  ADD CONSTRAINT "CreditNote_number_range" CHECK (number >= 1),
  ADD CONSTRAINT "CreditNote_refundedAmount_range" CHECK ("refundedAmount" >= 0::numeric AND "refundedAmount" <= total),
  ADD CONSTRAINT "CreditNote_total_is_sum" CHECK (total = ("subTotal" - "discountAmount" + tax)),
  ADD CONSTRAINT "CreditNote_total_range" CHECK (total > 0::numeric);
CREATE INDEX "CreditNote_number_skeleton_idx" ON "CreditNote" USING btree ("accountId", number_skeleton("numberFormatted"));

ALTER TABLE "CreditNoteDocument"
  ADD CONSTRAINT "CreditNoteDocument_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  ADD CONSTRAINT "CreditNoteDocument_size_is_that_of_bytes" CHECK (size = octet_length(bytes));

ALTER TABLE "CreditNoteLine"
  ADD CONSTRAINT "CreditNoteLine_position_range" CHECK ("position" >= 1);

ALTER TABLE "CreditNoteTaxLine"
  ADD CONSTRAINT "CreditNoteTaxLine_order_range" CHECK ("order" >= 1);

-- prisma/sql/constraints/custom-fields.sql
-- What the Prisma schema cannot express.

ALTER TABLE "CustomField"
  ADD CONSTRAINT "CustomField_mappingKey_trimmed" CHECK ("mappingKey" <> ''::text AND "mappingKey" = btrim("mappingKey", ' 	
'::text)),
  ADD CONSTRAINT "CustomField_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

-- prisma/sql/constraints/deliverables.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Deliverable"
  ADD CONSTRAINT "Deliverable_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Deliverable_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "Deliverable_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "Deliverable_toDos_array" CHECK (jsonb_typeof("toDos") = 'array'::text);
CREATE UNIQUE INDEX "Deliverable_externalId_source_key" ON "Deliverable" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

-- prisma/sql/constraints/exchange-rates.sql
-- What the Prisma schema cannot express.

ALTER TABLE "ExchangeRate"
  ADD CONSTRAINT "ExchangeRate_currencies_differ" CHECK ("baseCurrency" <> "quoteCurrency"),
  ADD CONSTRAINT "ExchangeRate_rate_range" CHECK (rate > 0::numeric);

-- prisma/sql/constraints/expenses.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Expense"
  ADD CONSTRAINT "Expense_amount_range" CHECK (amount >= 0::numeric),
  ADD CONSTRAINT "Expense_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Expense_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "Expense_markupPercent_range" CHECK ("markupPercent" >= '-100'::integer::numeric),
  ADD CONSTRAINT "Expense_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL),
  ADD CONSTRAINT "Expense_taxRate_range" CHECK ("taxRate" >= '-100'::integer::numeric AND "taxRate" <= 100::numeric);
ALTER TABLE "Expense" ALTER CONSTRAINT "Expense_accountId_clientId_projectId_fkey" DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX "Expense_accountId_billNo_idx" ON "Expense" USING btree ("accountId", "billNo") WHERE ("billNo" IS NOT NULL);
CREATE UNIQUE INDEX "Expense_externalId_source_key" ON "Expense" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

ALTER TABLE "Vendor"
  ADD CONSTRAINT "Vendor_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

-- prisma/sql/constraints/form-submissions.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Form"
  ADD CONSTRAINT "Form_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

ALTER TABLE "FormSubmission"
  ADD CONSTRAINT "FormSubmission_formData_object" CHECK (jsonb_typeof("formData") = 'object'::text);

-- prisma/sql/constraints/invoices.sql
-- What the Prisma schema cannot express.

ALTER TABLE "EmailTemplate"
  ADD CONSTRAINT "EmailTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));
CREATE UNIQUE INDEX "EmailTemplate_default_key" ON "EmailTemplate" USING btree ("accountId", kind) WHERE "isDefault";

ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_amountDue_is_difference" CHECK ("amountDue" =
CASE
    WHEN status = ANY (ARRAY['VOIDED'::"InvoiceStatus", 'WRITE_OFF'::"InvoiceStatus"]) THEN 0::numeric
    ELSE total - "paymentTotal" - "creditedTotal"
END),
  ADD CONSTRAINT "Invoice_clientInfo_object" CHECK (jsonb_typeof("clientInfo") = 'object'::text),
  ADD CONSTRAINT "Invoice_creditedTotal_range" CHECK ("creditedTotal" >= 0::numeric),
  ADD CONSTRAINT "Invoice_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Invoice_discountPercent_range" CHECK ("discountPercent" >= 0::numeric AND "discountPercent" <= 100::numeric),
  ADD CONSTRAINT "Invoice_invoiceNumberFormatted_trimmed" CHECK ("invoiceNumberFormatted" <> ''::text AND "invoiceNumberFormatted" = btrim("invoiceNumberFormatted", ' 	
'::text)),
  ADD CONSTRAINT "Invoice_invoiceNumber_range" CHECK ("invoiceNumber" >= 0),
  ADD CONSTRAINT "Invoice_paid_owes_nothing" CHECK (status <> 'PAID'::"InvoiceStatus" OR "amountDue" = 0::numeric),
  ADD CONSTRAINT "Invoice_partial_is_between" CHECK (status <> 'PARTIAL'::"InvoiceStatus" OR "paymentTotal" > 0::numeric AND "amountDue" > 0::numeric),
  ADD CONSTRAINT "Invoice_paymentTotal_range" CHECK ("paymentTotal" >= 0::numeric AND "paymentTotal" <= (total - "creditedTotal")),
  ADD CONSTRAINT "Invoice_roundTo_range" CHECK ("roundTo" > 0::numeric),
  ADD CONSTRAINT "Invoice_sellerInfo_object" CHECK (jsonb_typeof("sellerInfo") = 'object'::text),
  ADD CONSTRAINT "Invoice_taxPercentage_range" CHECK ("taxPercentage" >= '-100'::integer::numeric AND "taxPercentage" <= 100::numeric),
  ADD CONSTRAINT "Invoice_taxRuleSnapshot_object" CHECK (jsonb_typeof("taxRuleSnapshot") = 'object'::text),
  ADD CONSTRAINT "Invoice_total_is_sum" CHECK (total = ("subTotal" - "discountAmount" + tax)),
  ADD CONSTRAINT "Invoice_usualTax_object" CHECK (jsonb_typeof("usualTax") = 'object'::text);
CREATE INDEX "Invoice_erased_idx" ON "Invoice" USING btree ("accountId") WHERE ("erasedAt" IS NOT NULL);
CREATE UNIQUE INDEX "Invoice_externalId_source_key" ON "Invoice" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Invoice_number_look_idx" ON "Invoice" USING btree ("accountId", number_look("invoiceNumberFormatted"));
CREATE INDEX "Invoice_number_skeleton_idx" ON "Invoice" USING btree ("accountId", number_skeleton("invoiceNumberFormatted"));

CREATE INDEX "InvoiceEvent_givenUp_idx" ON "InvoiceEvent" USING btree ("accountId", "invoiceId") WHERE ("givenUp" IS NOT NULL);

ALTER TABLE "InvoiceLine"
  ADD CONSTRAINT "InvoiceLine_baseQuantity_range" CHECK ("baseQuantity" > 0::numeric),
  ADD CONSTRAINT "InvoiceLine_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL),
  ADD CONSTRAINT "InvoiceLine_lineTotal_is_product" CHECK (abs("lineTotal" - quantity * "unitPrice") <= 0.5),
  ADD CONSTRAINT "InvoiceLine_ownTax_object" CHECK (jsonb_typeof("ownTax") = 'object'::text),
  ADD CONSTRAINT "InvoiceLine_percent_range" CHECK (percent >= 0::numeric AND percent <= 100::numeric),
  ADD CONSTRAINT "InvoiceLine_position_range" CHECK ("position" >= 1),
  ADD CONSTRAINT "InvoiceLine_settlement_is_untaxed" CHECK ((role <> ALL (ARRAY['WITHHOLDING'::"LineRole", 'PREPAID'::"LineRole", 'ROUNDING'::"LineRole"])) OR NOT taxable AND "taxRate" IS NULL AND "ownTax" IS NULL);

ALTER TABLE "InvoiceSequence"
  ADD CONSTRAINT "InvoiceSequence_nextCreditNote_range" CHECK ("nextCreditNote" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextDeposit_range" CHECK ("nextDeposit" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextNumber_range" CHECK ("nextNumber" >= 1);

ALTER TABLE "InvoiceTaxLine"
  ADD CONSTRAINT "InvoiceTaxLine_compoundOnOrder_earlier" CHECK ("compoundOnOrder" IS NULL OR compound AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order"),
  ADD CONSTRAINT "InvoiceTaxLine_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "InvoiceTaxLine_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "InvoiceTaxLine_rate_range" CHECK (rate >= '-100'::integer::numeric AND rate <= 100::numeric),
  ADD CONSTRAINT "InvoiceTaxLine_taxGroup_range" CHECK ("taxGroup" >= 1);

ALTER TABLE "InvoiceTemplate"
  ADD CONSTRAINT "InvoiceTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));
CREATE UNIQUE INDEX "InvoiceTemplate_default_key" ON "InvoiceTemplate" USING btree ("accountId") WHERE "isDefault";

ALTER TABLE "IssuedDocument"
  ADD CONSTRAINT "IssuedDocument_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  ADD CONSTRAINT "IssuedDocument_size_is_that_of_bytes" CHECK (size = octet_length(bytes));

ALTER TABLE "SellerLogo"
  ADD CONSTRAINT "SellerLogo_mediaType_known" CHECK ("mediaType" = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  ADD CONSTRAINT "SellerLogo_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text));

ALTER TABLE "TaxComponent"
  ADD CONSTRAINT "TaxComponent_compoundOnOrder_earlier" CHECK ("compoundOnOrder" IS NULL OR compound AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order"),
  ADD CONSTRAINT "TaxComponent_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "TaxComponent_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "TaxComponent_rate_range" CHECK (rate >= '-100'::integer::numeric AND rate <= 100::numeric);

ALTER TABLE "TaxRule"
  ADD CONSTRAINT "TaxRule_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

-- prisma/sql/constraints/opportunities.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Opportunity"
  ADD CONSTRAINT "Opportunity_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Opportunity_leadInfo_object" CHECK (jsonb_typeof("leadInfo") = 'object'::text),
  ADD CONSTRAINT "Opportunity_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "Opportunity_toDos_array" CHECK (jsonb_typeof("toDos") = 'array'::text);
CREATE UNIQUE INDEX "Opportunity_externalId_source_key" ON "Opportunity" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

ALTER TABLE "PipelineStage"
  ADD CONSTRAINT "PipelineStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "PipelineStage_label_trimmed" CHECK (label <> ''::text AND label = btrim(label, ' 	
'::text));

-- prisma/sql/constraints/payments.sql
-- What the Prisma schema cannot express.

ALTER TABLE "ClientCredit"
  ADD CONSTRAINT "ClientCredit_amount_is_change" CHECK (amount <> 0::numeric);

ALTER TABLE "Payment"
  ADD CONSTRAINT "Payment_amount_range" CHECK (amount > 0::numeric),
  ADD CONSTRAINT "Payment_creditedAmount_range" CHECK ("creditedAmount" >= 0::numeric AND "creditedAmount" <= GREATEST(amount - "refundedTotal", 0::numeric)),
  ADD CONSTRAINT "Payment_refundedTotal_range" CHECK ("refundedTotal" >= 0::numeric AND "refundedTotal" <= amount),
  ADD CONSTRAINT "Payment_reversal_has_reason" CHECK (("reversedAt" IS NULL) = ("reversalReason" IS NULL));
CREATE INDEX "Payment_accountId_referenceNumber_idx" ON "Payment" USING btree ("accountId", "referenceNumber") WHERE ("referenceNumber" IS NOT NULL);
CREATE INDEX "Payment_accountId_reversedAt_idx" ON "Payment" USING btree ("accountId", "reversedAt") WHERE ("reversedAt" IS NOT NULL);
CREATE UNIQUE INDEX "Payment_externalId_source_key" ON "Payment" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

ALTER TABLE "Refund"
  ADD CONSTRAINT "Refund_amount_range" CHECK (amount > 0::numeric);

-- prisma/sql/constraints/projects.sql
-- What the Prisma schema cannot express.

ALTER TABLE "Project"
  ADD CONSTRAINT "Project_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Project_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object'::text),
  ADD CONSTRAINT "Project_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "Project_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));
CREATE UNIQUE INDEX "Project_externalId_source_key" ON "Project" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

ALTER TABLE "ProjectTemplate"
  ADD CONSTRAINT "ProjectTemplate_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object'::text),
  ADD CONSTRAINT "ProjectTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

ALTER TABLE "ProjectTemplateDeliverable"
  ADD CONSTRAINT "ProjectTemplateDeliverable_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));

ALTER TABLE "ProjectType"
  ADD CONSTRAINT "ProjectType_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text));
CREATE UNIQUE INDEX "ProjectType_default_key" ON "ProjectType" USING btree ("accountId") WHERE "isDefaultProjectType";

ALTER TABLE "TaskStage"
  ADD CONSTRAINT "TaskStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "TaskStage_label_trimmed" CHECK (label <> ''::text AND label = btrim(label, ' 	
'::text));

-- prisma/sql/constraints/time-entries.sql
-- What the Prisma schema cannot express.

ALTER TABLE "TimeEntry"
  ADD CONSTRAINT "TimeEntry_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL),
  ADD CONSTRAINT "TimeEntry_ends_after_start" CHECK ("timerEnd" > "timerStart"),
  ADD CONSTRAINT "TimeEntry_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "TimeEntry_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "TimeEntry_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL);
ALTER TABLE "TimeEntry" ALTER CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey" DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX "TimeEntry_externalId_source_key" ON "TimeEntry" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

-- prisma/sql/constraints/workspaces.sql
-- What the Prisma schema cannot express.

ALTER TABLE "ApiKey"
  ADD CONSTRAINT "ApiKey_hash_is_sha256" CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  ADD CONSTRAINT "ApiKey_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "ApiKey_prefix_trimmed" CHECK (prefix <> ''::text AND prefix = btrim(prefix, ' 	
'::text));

ALTER TABLE "User"
  ADD CONSTRAINT "User_email_trimmed" CHECK (email <> ''::text AND email = btrim(email, ' 	
'::text)),
  ADD CONSTRAINT "User_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "User_hourlyCost_range" CHECK ("hourlyCost" >= 0::numeric);
CREATE UNIQUE INDEX "User_email_key" ON "User" USING btree ("accountId", lower(email));

ALTER TABLE "Workspace"
  ADD CONSTRAINT "Workspace_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Workspace_defaultTaxRate_range" CHECK ("defaultTaxRate" >= '-100'::integer::numeric AND "defaultTaxRate" <= 100::numeric),
  ADD CONSTRAINT "Workspace_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "Workspace_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, ' 	
'::text)),
  ADD CONSTRAINT "Workspace_timeZone_trimmed" CHECK ("timeZone" <> ''::text AND "timeZone" = btrim("timeZone", ' 	
'::text));
ALTER TABLE "Workspace" ALTER CONSTRAINT "Workspace_accountId_defaultTaxRuleId_fkey" DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "WorkspaceLogo"
  ADD CONSTRAINT "WorkspaceLogo_height_range" CHECK (height >= 1 AND height <= 2000),
  ADD CONSTRAINT "WorkspaceLogo_mediaType_known" CHECK ("mediaType" = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  ADD CONSTRAINT "WorkspaceLogo_size_is_that_of_bytes" CHECK (size = octet_length(bytes)),
  ADD CONSTRAINT "WorkspaceLogo_size_range" CHECK (size >= 1 AND size <= 1048576),
  ADD CONSTRAINT "WorkspaceLogo_width_range" CHECK (width >= 1 AND width <= 2000);

-- prisma/sql/triggers/begin_portal_access.sql
CREATE TRIGGER begin_portal_access BEFORE UPDATE ON "Contact" FOR EACH ROW
  WHEN ((lower(OLD.email COLLATE "C"), OLD."clientId", OLD."portalAccess", OLD.archived)
    IS DISTINCT FROM (lower(NEW.email COLLATE "C"), NEW."clientId", NEW."portalAccess", NEW.archived))
  EXECUTE FUNCTION "begin_portal_access"();
CREATE TRIGGER begin_portal_access_new
  BEFORE INSERT ON "Contact"
  FOR EACH ROW
  EXECUTE FUNCTION "begin_portal_access"();

-- prisma/sql/triggers/check_client_credit.sql
CREATE CONSTRAINT TRIGGER "ClientCredit_total"
  AFTER INSERT OR DELETE OR UPDATE ON "ClientCredit" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_client_credit"();

-- prisma/sql/triggers/check_credit_note.sql
CREATE CONSTRAINT TRIGGER "CreditNote_total"
  AFTER INSERT OR DELETE OR UPDATE OF total, "invoiceId", "accountId" ON "CreditNote" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_credit_note"();

-- prisma/sql/triggers/check_credited.sql
CREATE CONSTRAINT TRIGGER "Invoice_inserted_credited"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_credited"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_credited"
  AFTER UPDATE OF "creditedTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" IS DISTINCT FROM old."creditedTotal")
  EXECUTE FUNCTION "check_credited"();

-- prisma/sql/triggers/check_invoice.sql
CREATE CONSTRAINT TRIGGER "Invoice_inserted_total"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_invoice"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_total"
  AFTER UPDATE OF "paymentTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" IS DISTINCT FROM old."paymentTotal")
  EXECUTE FUNCTION "check_invoice"();

-- prisma/sql/triggers/check_payment.sql
CREATE CONSTRAINT TRIGGER "Payment_total"
  AFTER INSERT OR DELETE OR UPDATE OF amount, "invoiceId", "accountId", "reversedAt", "refundedTotal", "creditedAmount" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_payment"();

-- prisma/sql/triggers/check_payment_credit.sql
CREATE CONSTRAINT TRIGGER "Payment_inserted_credit"
  AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."fromCredit" OR new."creditedAmount" <> 0::numeric)
  EXECUTE FUNCTION "check_payment_credit"();
CREATE CONSTRAINT TRIGGER "Payment_updated_credit"
  AFTER UPDATE OF amount, "creditedAmount", "refundedTotal", "reversedAt", "fromCredit" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."fromCredit" OR old."fromCredit" OR new."creditedAmount" <> 0::numeric OR old."creditedAmount" <> 0::numeric OR new."reversedAt" IS NOT NULL AND new."refundedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_payment_credit"();

-- prisma/sql/triggers/check_refund.sql
CREATE CONSTRAINT TRIGGER "Refund_total"
  AFTER INSERT OR DELETE OR UPDATE OF amount, "paymentId", "accountId" ON "Refund" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_refund"();

-- prisma/sql/triggers/check_refunded.sql
CREATE CONSTRAINT TRIGGER "Payment_inserted_refunded"
  AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_refunded"();
CREATE CONSTRAINT TRIGGER "Payment_updated_refunded"
  AFTER UPDATE OF "refundedTotal" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" IS DISTINCT FROM old."refundedTotal")
  EXECUTE FUNCTION "check_refunded"();

-- prisma/sql/triggers/keep_log.sql
CREATE TRIGGER keep_log
  BEFORE DELETE ON "Workspace"
  FOR EACH ROW
  EXECUTE FUNCTION "keep_log"();

-- prisma/sql/triggers/keep_nothing_of_erased.sql
CREATE TRIGGER keep_nothing_of_erased
  BEFORE INSERT ON "KeptAnswer"
  FOR EACH ROW WHEN (new.answer IS NOT NULL)
  EXECUTE FUNCTION "keep_nothing_of_erased"();

-- prisma/sql/triggers/keep_seller.sql
CREATE TRIGGER keep_seller
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status <> 'DRAFT'::"InvoiceStatus" AND new."sellerInfo" IS NULL)
  EXECUTE FUNCTION "keep_seller"();

-- prisma/sql/triggers/owe_nothing.sql
CREATE TRIGGER owe_nothing
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status = ANY (ARRAY['VOIDED'::"InvoiceStatus", 'WRITE_OFF'::"InvoiceStatus"]))
  EXECUTE FUNCTION "owe_nothing"();

-- prisma/sql/triggers/raise_version.sql
-- Every table that has a version.
DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN SELECT a.attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND c.relnamespace = quote_ident(current_schema())::regnamespace AND a.attname = 'version' AND NOT a.attisdropped
  LOOP
    EXECUTE format('CREATE TRIGGER raise_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION "raise_version"()', target);
  END LOOP;
END
$$;

-- prisma/sql/triggers/refuse_for_erased.sql
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['Contact', 'Expense', 'FormSubmission', 'Invoice', 'Opportunity', 'Project', 'TimeEntry'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_for_erased AFTER INSERT ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS NOT NULL) EXECUTE FUNCTION "refuse_for_erased"()', target);
    EXECUTE format('CREATE TRIGGER refuse_for_erased_now AFTER UPDATE OF "clientId" ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS DISTINCT FROM OLD."clientId") EXECUTE FUNCTION "refuse_for_erased"()', target);
  END LOOP;
END
$$;

-- prisma/sql/triggers/tell_keys.sql
CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "ApiKey" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "ApiKey"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('lastUsedAt', 'lastUsedAddress', 'updatedAt', 'version');
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_updated;
CREATE TRIGGER tell_keys_created
  AFTER INSERT ON "User" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_created;
CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "User" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "User"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "User" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_updated;
CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "Workspace" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "Workspace"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "Workspace" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_updated;

-- prisma/sql/audit-log-staging.sql
-- The staging table of the log: writes insert their entries here, where there is one index, and publish_log_entries moves committed entries to the log
-- and gives them their positions. A query of "LogEntry" reads both tables. Its own schema keeps it out of the list of models.
-- A database with distributed tables has no staging table.
CREATE SCHEMA IF NOT EXISTS "actiongraph_log";

DO $$
BEGIN
  -- While a backup is restored, its tables are created in another schema of a database that has a staging table.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    RETURN;
  END IF;
  CREATE TABLE "actiongraph_log"."NewLogEntry" (CONSTRAINT "NewLogEntry_pkey" PRIMARY KEY ("accountId", "place")) INHERITS ("LogEntry");
  -- The sequencer vacuums the table itself: rows are inserted and deleted all the time.
  ALTER TABLE "actiongraph_log"."NewLogEntry" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000);
  -- A staged entry has a negative number, exact in JavaScript, until it gets its position.
  CREATE SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" MINVALUE -4503599627370496 START -4503599627370496 MAXVALUE -1;
  ALTER TABLE "actiongraph_log"."NewLogEntry" ALTER COLUMN place SET DEFAULT nextval('"actiongraph_log"."NewLogEntry_place_seq"');
  ALTER SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" OWNED BY "actiongraph_log"."NewLogEntry".place;
END
$$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass('"actiongraph_log"."NewLogEntry"')) THEN
    CREATE TRIGGER raise_version BEFORE UPDATE ON "actiongraph_log"."NewLogEntry" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
  END IF;
END
$$;
