export const auditLogSchema = 'actiongraph_log';

/** One index instead of ten. It inherits from the log, so statements on the log include it. */
export const auditLogStagingTable = `"${auditLogSchema}"."NewLogEntry"`;

/** Marks the workspace id in an INSERT. On Citus, which has no staging table, the position is inserted before it. */
export const logPositionMarker = '/* position of */';
