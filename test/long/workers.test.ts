// Two replacements of the workers, of which the second one ends replaced workers.
import '../processes/workers.test.ts';
