import { numbersSetting } from './numbers-setting.ts';
import type { SettingValues } from './setting-table.ts';

export const auditLogSettings = {
  AUDIT_RETENTION_DAYS: numbersSetting('Days for which the audit log keeps its contents.', {
    changes: [30, [1, 36_525], 'AUDIT_CHANGES_DAYS', 'values before and after a change.'],
    entries: [3_653, [1, 36_525], 'AUDIT_DAYS', 'entries without those values: ten years.'],
  }),
};

export type AuditRetentionDays = SettingValues<typeof auditLogSettings>['AUDIT_RETENTION_DAYS'];
