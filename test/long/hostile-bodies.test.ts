// Every body, also in another process.
import '../exhaustive/hostile-bodies.test.ts';
