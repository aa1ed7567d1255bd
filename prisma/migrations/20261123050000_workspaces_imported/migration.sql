-- A workspace that is imported names its tax rule before the rule is there. Everywhere else it is checked at once, as before.
ALTER TABLE "Workspace" ALTER CONSTRAINT "Workspace_accountId_defaultTaxRuleId_fkey" DEFERRABLE INITIALLY IMMEDIATE;
