// Killed before and after the server publishes.
import '../processes/sequencer-killed.test.ts';
