export type Row = Record<string, unknown>;

/** A column name that no field can have. */
export const hiddenColumnName = (column: string) => `#${column}`;
