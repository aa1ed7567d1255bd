declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  // biome-ignore lint/style/noDefaultExport: the package has only this export
  export default class S3rver {
    httpServer: Server;
    constructor(options: object);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
