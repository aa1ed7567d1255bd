export const auditLogSchema = 'actiongraph_log';

/**
 * The staging table of the audit log has one index instead of ten. It inherits from the log, so statements on
 * the log apply to both.
 */
export const auditLogStagingTable = `"${auditLogSchema}"."NewLogEntry"`;

/** Precedes the workspace of a staged entry. Citus has no staging table, so the rewriting assigns the position here. */
export const logPositionMarker = '/* position of */';
