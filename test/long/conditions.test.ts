import { useTestApi } from '../support/api.ts';
import { describeConditions } from '../support/conditions.ts';

describeConditions(useTestApi(), true);
