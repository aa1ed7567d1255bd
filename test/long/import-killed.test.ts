// Killed at four steps.
import '../processes/import-killed.test.ts';
