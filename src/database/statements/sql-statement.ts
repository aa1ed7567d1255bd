export interface SqlStatement {
  text: string;
  values: readonly unknown[];
}
