/** The whole domain at random, in 200 runs of 500 steps. */
import '../exhaustive/domain-model.test.ts';
