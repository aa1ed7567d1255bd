export const auditLogSchema = 'actiongraph_log';

/**
 * The staging table of the audit log. It inherits from the log, so that a statement that names the log reads, erases and deletes in
 * both tables. It has one index instead of ten.
 */
export const auditLogStagingTable = `"${auditLogSchema}"."NewLogEntry"`;

/** Precedes the workspace of every staged entry. On Citus, where there is no staging table, the position is drawn there. */
export const logPositionMarker = '/* position of */';
