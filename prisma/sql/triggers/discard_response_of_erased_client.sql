CREATE TRIGGER discard_response_of_erased_client
  BEFORE INSERT ON "KeptAnswer"
  FOR EACH ROW WHEN (new.answer IS NOT NULL)
  EXECUTE FUNCTION "discard_response_of_erased_client"();
