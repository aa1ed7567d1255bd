-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ClientType" AS ENUM ('CLIENT', 'PROSPECT');

-- CreateEnum
CREATE TYPE "CustomFieldRecordType" AS ENUM ('CLIENT', 'CONTACT', 'PROJECT', 'DELIVERABLE', 'OPPORTUNITY');

-- CreateEnum
CREATE TYPE "CustomFieldType" AS ENUM ('TEXT', 'NUMERIC', 'CURRENCY', 'DATE', 'SELECT', 'RADIO', 'CHECKBOX', 'LINK', 'PHONE', 'EMAIL');

-- CreateEnum
CREATE TYPE "TaxRuleSource" AS ENUM ('BUILT_IN', 'QUICKBOOKS', 'XERO');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('DRAFT', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'VOIDED', 'WRITE_OFF');

-- CreateEnum
CREATE TYPE "InvoiceType" AS ENUM ('STANDARD', 'DEPOSIT');

-- CreateEnum
CREATE TYPE "LineItemType" AS ENUM ('DEPOSIT', 'HOURS', 'RETAINER', 'OVERAGE', 'ADHOC', 'PROJECT', 'EXPENSE', 'TAX', 'DEPOSIT_APPLIED', 'LATE_FEE', 'SUBSCRIPTION', 'DELIVERABLE', 'CREDIT', 'CONVENIENCE');

-- CreateEnum
CREATE TYPE "StageType" AS ENUM ('NEW', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED_WON', 'CLOSED_LOST');

-- CreateEnum
CREATE TYPE "OutboxMailStatus" AS ENUM ('KEPT');

-- CreateEnum
CREATE TYPE "PaymentProviderType" AS ENUM ('STRIPE', 'CHECK', 'BANK_TRANSFER', 'CASH', 'VENMO', 'PAYPAL', 'ZELLE', 'APP_PAYOUT', 'CREDIT_CARD', 'OTHER');

-- CreateEnum
CREATE TYPE "PortalAccess" AS ENUM ('FULL', 'READ_ONLY', 'OVERVIEW', 'NONE');

-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('OWNER', 'MEMBER');

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
    "timezone" TEXT NOT NULL,
    "fullDay" BOOLEAN NOT NULL DEFAULT false,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "summary" TEXT,
    "description" TEXT,
    "location" TEXT,
    "busyEvent" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "currency" TEXT,
    "defaultTaxRate" DECIMAL(9,6),
    "defaultTaxRuleId" TEXT,
    "payInstructions" TEXT,
    "notes" TEXT,
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Contact_pkey" PRIMARY KEY ("accountId","id")
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "invoiceId" TEXT,
    "ticketId" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Deliverable_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "DeliverableAssignee" (
    "accountId" INTEGER NOT NULL,
    "deliverableId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "DeliverableAssignee_pkey" PRIMARY KEY ("accountId","deliverableId","userId")
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "paidDate" DATE,
    "dueDate" DATE,
    "reimbursable" BOOLEAN NOT NULL DEFAULT false,
    "markupPercent" DECIMAL(9,6),
    "description" TEXT,
    "notes" TEXT,
    "dateCreated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "invoiceId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Expense_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Form" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "FormSubmission_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "TaxRule" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" "TaxRuleSource" NOT NULL DEFAULT 'BUILT_IN',
    "providerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "EmailTemplate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "EmailTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InvoiceSequence" (
    "accountId" INTEGER NOT NULL,
    "nextNumber" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceSequence_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceNumber" INTEGER,
    "invoiceNumberFormatted" TEXT NOT NULL,
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
    "tax" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "total" DECIMAL(15,4) NOT NULL,
    "paymentTotal" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "amountDue" DECIMAL(15,4) NOT NULL,
    "dateCreated" DATE NOT NULL,
    "dateSent" DATE,
    "dateDue" DATE NOT NULL,
    "datePaid" DATE,
    "paymentInstructions" TEXT,
    "invoiceTemplateId" TEXT,
    "taxRuleId" TEXT,
    "taxRuleSnapshot" JSONB,
    "clientInfo" JSONB NOT NULL,
    "viewToken" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "quantity" DECIMAL(15,6) NOT NULL,
    "unitPrice" DECIMAL(15,6) NOT NULL,
    "unit" TEXT,
    "taxable" BOOLEAN NOT NULL DEFAULT true,
    "lineTotal" DECIMAL(15,4) NOT NULL,
    "type" "LineItemType" NOT NULL DEFAULT 'ADHOC',
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "projectId" TEXT,
    "projectName" TEXT,
    "deliverableId" TEXT,
    "deliverableName" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceTaxLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PipelineStage" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "hexColor" TEXT,
    "stageType" "StageType" NOT NULL DEFAULT 'IN_PROGRESS',
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "sentiment" INTEGER,
    "toDos" JSONB NOT NULL DEFAULT '[]',
    "leadInfo" JSONB,
    "customValues" JSONB NOT NULL DEFAULT '{}',
    "archive" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Opportunity_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "OutboxMail" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT,
    "emailTemplateId" TEXT,
    "recipients" TEXT[],
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" "OutboxMailStatus" NOT NULL DEFAULT 'KEPT',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProjectType" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "isDefaultProjectType" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("accountId","id")
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
    "invoiceId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "taxLabel" TEXT,
    "defaultTaxRate" DECIMAL(9,6),
    "defaultTaxRuleId" TEXT,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "website" TEXT,
    "phone" TEXT,
    "payInstructions" TEXT,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "invoiceNumberPattern" TEXT NOT NULL DEFAULT 'INV-#####',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "User" (
    "accountId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "firstName" TEXT,
    "lastName" TEXT,
    "role" "UserRole" NOT NULL DEFAULT 'MEMBER',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_userId_startsAt_idx" ON "CalendarEvent"("accountId", "userId", "startsAt");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_startsAt_id_idx" ON "CalendarEvent"("accountId", "startsAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CalendarEvent_accountId_externalId_key" ON "CalendarEvent"("accountId", "externalId");

-- CreateIndex
CREATE INDEX "Client_accountId_defaultTaxRuleId_idx" ON "Client"("accountId", "defaultTaxRuleId");

-- CreateIndex
CREATE INDEX "Client_accountId_updatedAt_id_idx" ON "Client"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Client_accountId_name_key" ON "Client"("accountId", "name");

-- CreateIndex
CREATE INDEX "Contact_accountId_clientId_id_idx" ON "Contact"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_updatedAt_id_idx" ON "Contact"("accountId", "updatedAt", "id");

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
CREATE UNIQUE INDEX "Deliverable_accountId_projectId_name_key" ON "Deliverable"("accountId", "projectId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Deliverable_accountId_projectId_id_key" ON "Deliverable"("accountId", "projectId", "id");

-- CreateIndex
CREATE INDEX "DeliverableAssignee_accountId_userId_idx" ON "DeliverableAssignee"("accountId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Vendor_accountId_name_key" ON "Vendor"("accountId", "name");

-- CreateIndex
CREATE INDEX "Expense_accountId_vendorId_id_idx" ON "Expense"("accountId", "vendorId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_clientId_id_idx" ON "Expense"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_projectId_id_idx" ON "Expense"("accountId", "projectId", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_invoiceId_idx" ON "Expense"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "Expense_accountId_dateCreated_id_idx" ON "Expense"("accountId", "dateCreated", "id");

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
CREATE INDEX "Invoice_accountId_status_dateDue_idx" ON "Invoice"("accountId", "status", "dateDue");

-- CreateIndex
CREATE INDEX "Invoice_accountId_invoiceTemplateId_idx" ON "Invoice"("accountId", "invoiceTemplateId");

-- CreateIndex
CREATE INDEX "Invoice_accountId_taxRuleId_idx" ON "Invoice"("accountId", "taxRuleId");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dateCreated_id_idx" ON "Invoice"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_updatedAt_id_idx" ON "Invoice"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_invoiceNumberFormatted_key" ON "Invoice"("accountId", "invoiceNumberFormatted");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_projectId_idx" ON "InvoiceLine"("accountId", "projectId");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_deliverableId_idx" ON "InvoiceLine"("accountId", "deliverableId");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceLine_accountId_invoiceId_position_key" ON "InvoiceLine"("accountId", "invoiceId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceTaxLine_accountId_invoiceId_order_key" ON "InvoiceTaxLine"("accountId", "invoiceId", "order");

-- CreateIndex
CREATE UNIQUE INDEX "PipelineStage_accountId_label_key" ON "PipelineStage"("accountId", "label");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_clientId_id_idx" ON "Opportunity"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_statusId_id_idx" ON "Opportunity"("accountId", "statusId", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_updatedAt_id_idx" ON "Opportunity"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_invoiceId_idx" ON "OutboxMail"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_emailTemplateId_idx" ON "OutboxMail"("accountId", "emailTemplateId");

-- CreateIndex
CREATE INDEX "Payment_accountId_invoiceId_id_idx" ON "Payment"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_date_id_idx" ON "Payment"("accountId", "date", "id");

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
CREATE UNIQUE INDEX "Project_accountId_clientId_name_key" ON "Project"("accountId", "clientId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Project_accountId_clientId_id_key" ON "Project"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_clientId_timerStart_idx" ON "TimeEntry"("accountId", "clientId", "timerStart");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_projectId_timerStart_idx" ON "TimeEntry"("accountId", "projectId", "timerStart");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_deliverableId_idx" ON "TimeEntry"("accountId", "deliverableId");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_userId_timerStart_idx" ON "TimeEntry"("accountId", "userId", "timerStart");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_invoiceId_idx" ON "TimeEntry"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_timerStart_id_idx" ON "TimeEntry"("accountId", "timerStart", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_accountId_prefix_key" ON "ApiKey"("accountId", "prefix");

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_accountId_defaultTaxRuleId_fkey" FOREIGN KEY ("accountId", "defaultTaxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_statusId_fkey" FOREIGN KEY ("accountId", "statusId") REFERENCES "TaskStage"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliverableAssignee" ADD CONSTRAINT "DeliverableAssignee_accountId_deliverableId_fkey" FOREIGN KEY ("accountId", "deliverableId") REFERENCES "Deliverable"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliverableAssignee" ADD CONSTRAINT "DeliverableAssignee_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Vendor" ADD CONSTRAINT "Vendor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_vendorId_fkey" FOREIGN KEY ("accountId", "vendorId") REFERENCES "Vendor"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_clientId_projectId_fkey" FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Form" ADD CONSTRAINT "Form_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_formId_fkey" FOREIGN KEY ("accountId", "formId") REFERENCES "Form"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_contactId_fkey" FOREIGN KEY ("accountId", "contactId") REFERENCES "Contact"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_opportunityId_fkey" FOREIGN KEY ("accountId", "opportunityId") REFERENCES "Opportunity"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TaxRule" ADD CONSTRAINT "TaxRule_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TaxComponent" ADD CONSTRAINT "TaxComponent_accountId_taxRuleId_fkey" FOREIGN KEY ("accountId", "taxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceTemplate" ADD CONSTRAINT "InvoiceTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailTemplate" ADD CONSTRAINT "EmailTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceSequence" ADD CONSTRAINT "InvoiceSequence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_invoiceTemplateId_fkey" FOREIGN KEY ("accountId", "invoiceTemplateId") REFERENCES "InvoiceTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_taxRuleId_fkey" FOREIGN KEY ("accountId", "taxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_projectId_deliverableId_fkey" FOREIGN KEY ("accountId", "projectId", "deliverableId") REFERENCES "Deliverable"("accountId", "projectId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvoiceTaxLine" ADD CONSTRAINT "InvoiceTaxLine_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PipelineStage" ADD CONSTRAINT "PipelineStage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Opportunity" ADD CONSTRAINT "Opportunity_accountId_statusId_fkey" FOREIGN KEY ("accountId", "statusId") REFERENCES "PipelineStage"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_emailTemplateId_fkey" FOREIGN KEY ("accountId", "emailTemplateId") REFERENCES "EmailTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectType" ADD CONSTRAINT "ProjectType_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TaskStage" ADD CONSTRAINT "TaskStage_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectTemplate" ADD CONSTRAINT "ProjectTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectTemplate" ADD CONSTRAINT "ProjectTemplate_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectTemplateDeliverable" ADD CONSTRAINT "ProjectTemplateDeliverable_accountId_templateId_fkey" FOREIGN KEY ("accountId", "templateId") REFERENCES "ProjectTemplate"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_accountId_projectTypeId_fkey" FOREIGN KEY ("accountId", "projectTypeId") REFERENCES "ProjectType"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey" FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_projectId_deliverableId_fkey" FOREIGN KEY ("accountId", "projectId", "deliverableId") REFERENCES "Deliverable"("accountId", "projectId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_accountId_defaultTaxRuleId_fkey" FOREIGN KEY ("accountId", "defaultTaxRuleId") REFERENCES "TaxRule"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;
