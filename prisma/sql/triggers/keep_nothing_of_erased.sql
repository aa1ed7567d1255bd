CREATE TRIGGER keep_nothing_of_erased
  BEFORE INSERT ON "KeptAnswer"
  FOR EACH ROW WHEN (new.answer IS NOT NULL)
  EXECUTE FUNCTION "keep_nothing_of_erased"();
