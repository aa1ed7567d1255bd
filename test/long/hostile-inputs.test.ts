// Every odd value in every field.
import '../exhaustive/hostile-inputs.test.ts';
