import type { AttachmentLimits } from '../config/attachment-settings.ts';
import type { AttachmentStorage } from '../domain/attachments/services.ts';
import type { FileStoreSettings } from '../platform/file-store/file-storage.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import { parseAllowedHosts } from '../platform/outbound-http/allowed-hosts.ts';
import { createOutboundHttp } from '../platform/outbound-http/outbound-http.ts';

interface AttachmentStorageOptions extends FileStoreSettings {
  attachmentLimits: AttachmentLimits;
  /** Hosts that may have a private address. */
  allowedHosts: readonly string[];
}

export const openAttachmentStorage = (options: AttachmentStorageOptions): AttachmentStorage => ({
  ...openFileStorage(options),
  limits: options.attachmentLimits,
  http: createOutboundHttp({ allowed: parseAllowedHosts(options.allowedHosts) }),
});
