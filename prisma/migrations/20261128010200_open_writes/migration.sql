-- For how many seconds the transaction is open that has written and not ended since, of those of this database that the owner may see: what it
-- writes is told to nobody before it ends. By the owner, since the service's role sees no other session's transactions.
CREATE FUNCTION "oldest_write_seconds"() RETURNS float8
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 FROM pg_catalog.pg_stat_activity
  WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()
$$;
