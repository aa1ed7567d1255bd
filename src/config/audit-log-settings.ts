import type { SettingTable, SettingValues } from './setting-table.ts';
import { integerSetting } from './value-parsers.ts';

export interface AuditRetentionDays {
  /** Values before and after a change. */
  changes: number;
  /** Audit entries without those values. */
  entries: number;
}

export const auditLogSettings = {
  AUDIT_CHANGES_DAYS: {
    default: '30',
    description: 'Days for which the audit log keeps the values before and after a change.',
    value: integerSetting(1, 36_525),
  },
  AUDIT_DAYS: {
    default: '3653',
    description: 'Days for which the audit log keeps its entries: ten years.',
    value: integerSetting(1, 36_525),
  },
} as const satisfies SettingTable;

export const auditRetentionOf = (
  values: SettingValues<typeof auditLogSettings>,
): AuditRetentionDays => ({
  changes: values.AUDIT_CHANGES_DAYS,
  entries: values.AUDIT_DAYS,
});
