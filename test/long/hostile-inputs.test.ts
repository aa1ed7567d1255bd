// Every odd value in every field.
import '../walks/hostile-inputs.test.ts';
