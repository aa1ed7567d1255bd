export { type BackupResult, createBackup } from './create-backup.ts';
export { csvOptionsInput, csvSeparators, toCsvOptions } from './csv/csv-options.ts';
export { csvTableNames, isCsvTable, permissionAreasOfCsvTable } from './csv/csv-tables.ts';
export { beginCsvSnapshot, streamCsvTable } from './csv/csv-writer.ts';
export { exportCsv, requireNewFolder } from './csv/export-csv.ts';
export { numberAuditCsv } from './csv/number-audit-csv.ts';
export type { BackupHeader } from './file-format.ts';
export { requireFreePath } from './file-writer.ts';
export { type RestoreResult, restoreBackup } from './restore-backup.ts';
export { type RestorableBackup, readEntireBackup, readRestorable } from './restore-checks.ts';
export { withDatabaseSession } from './snapshot-session.ts';
export type { TableTotals } from './table-totals.ts';
export { type ExportFile, openExport } from './workspace/export-file.ts';
export type { WorkspaceTotals } from './workspace/export-format.ts';
export {
  type ExportResult,
  exportWorkspace,
  streamWorkspaceExport,
} from './workspace/export-workspace.ts';
export { type ImportResult, importWorkspace } from './workspace/import-workspace.ts';
