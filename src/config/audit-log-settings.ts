import { z } from 'zod';
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
  },
  AUDIT_DAYS: {
    default: '3653',
    description: 'Days for which the audit log keeps its entries: ten years.',
  },
} as const;

export const auditLogEnvironmentSchema = {
  AUDIT_CHANGES_DAYS: integerSetting(1, 36_525),
  AUDIT_DAYS: integerSetting(1, 36_525),
};

const shape = z.object(auditLogEnvironmentSchema);

export const auditRetentionOf = (values: z.output<typeof shape>): AuditRetentionDays => ({
  changes: values.AUDIT_CHANGES_DAYS,
  entries: values.AUDIT_DAYS,
});
