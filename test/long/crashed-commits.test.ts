// One more crash of PostgreSQL while it publishes audit entries.
import '../processes/crashed-commits.test.ts';
