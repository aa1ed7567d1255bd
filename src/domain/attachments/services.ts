import type { Context } from '../../platform/context/context.ts';
import type { FileStorage } from '../../platform/file-store/file-storage.ts';
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts';

interface AttachmentLimits {
  fileMegabytes: number;
  filesPerRecord: number;
  workspaceMegabytes: number;
}

/** The part of the services that the settings determine. */
export interface AttachmentStorage extends FileStorage {
  limits: AttachmentLimits;
  http: OutboundHttp;
}

export interface AttachmentServices extends AttachmentStorage {
  /** Signs links. */
  signer: {
    sign(text: string): Promise<string>;
    isSignatureOf(signature: string, text: string): Promise<boolean>;
  };
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /** Missing in contexts of the command line. */
    attachments?: AttachmentServices;
  }
}

export function attachmentServicesOf({ services }: Pick<Context, 'services'>): AttachmentServices {
  if (!services.attachments) throw new TypeError('This context has no services of attachments.');
  return services.attachments;
}

export const bytesPerMegabyte = 1_048_576;
