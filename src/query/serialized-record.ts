export interface SerializedRecord {
  body: string;
  version: number;
}
