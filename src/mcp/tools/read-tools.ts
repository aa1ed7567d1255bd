import type { Tool } from '../tool.ts';
import { describeType } from './describe-type.ts';
import { find } from './find.ts';
import { getRecord } from './get-record.ts';
import { listRecords } from './list-records.ts';
import { recentChanges } from './recent-changes.ts';
import { report } from './report.ts';

export const readTools: readonly Tool[] = [
  find,
  getRecord,
  listRecords,
  report,
  recentChanges,
  describeType,
];
