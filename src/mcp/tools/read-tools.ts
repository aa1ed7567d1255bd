import type { Tool } from '../tool.ts';
import { describeType } from './describe-type.ts';
import { listRecords } from './list-records.ts';

export const readTools: readonly Tool[] = [listRecords, describeType];
