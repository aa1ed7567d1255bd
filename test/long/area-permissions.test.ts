// Every root field and route with a key without each of the areas.
import '../exhaustive/area-permissions.test.ts';
