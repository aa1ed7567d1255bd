/** A statement and the values of its parameters. */
export interface SqlStatement {
  text: string;
  values: readonly unknown[];
}
