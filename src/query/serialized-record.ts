/** A record as JSON, with its version. */
export interface SerializedRecord {
  body: string;
  version: number;
}
