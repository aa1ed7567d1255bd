export interface NotificationConnection {
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}
