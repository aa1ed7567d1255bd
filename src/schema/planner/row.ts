/** A record as a statement wrote it. */
export type Row = Record<string, unknown>;

/** The name of a column that is read for the process: one that no field can have. */
export const hiddenColumnName = (column: string) => `#${column}`;
