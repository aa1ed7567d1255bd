-- Age of the oldest open transaction that writes, in seconds. The role of the service may not read the transactions of other roles.
CREATE OR REPLACE FUNCTION "oldest_write_seconds"() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 FROM pg_catalog.pg_stat_activity
  WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()
$$;
