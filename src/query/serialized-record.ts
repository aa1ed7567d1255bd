/** A record as JSON, and its version. */
export interface SerializedRecord {
  body: string;
  version: number;
}
