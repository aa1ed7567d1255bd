-- Indexes for searches by parts of words (pg_trgm), together with the workspace (btree_gin).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
