export const auditLogSchema = 'actiongraph_log';

/** One index instead of ten. It inherits from the log, so statements on the log include it. */
export const auditLogStagingTable = `"${auditLogSchema}"."NewLogEntry"`;

/** Marks the workspace of a staged entry. Citus has no staging table and assigns the position here. */
export const logPositionMarker = '/* position of */';
