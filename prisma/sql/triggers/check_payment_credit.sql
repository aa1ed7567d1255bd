CREATE CONSTRAINT TRIGGER "check_payment_credit_on_insert"
  AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."fromCredit" OR new."creditedAmount" <> 0::numeric)
  EXECUTE FUNCTION "check_payment_credit"();
CREATE CONSTRAINT TRIGGER "check_payment_credit_on_update"
  AFTER UPDATE OF amount, "creditedAmount", "refundedTotal", "reversedAt", "fromCredit" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."fromCredit" OR old."fromCredit" OR new."creditedAmount" <> 0::numeric OR old."creditedAmount" <> 0::numeric OR new."reversedAt" IS NOT NULL AND new."refundedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_payment_credit"();
