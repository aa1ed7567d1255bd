import type { FileStorage } from '../../platform/file-store/file-storage.ts';
import { storeAttachedFile } from '../attached-files.ts';
import type { ExportFile, ExportReadOptions } from './export-file.ts';
import { readFileParts } from './export-file.ts';

/** Call it before the rows are committed. */
export async function importFiles(
  accountId: number,
  file: ExportFile,
  files: FileStorage,
  { signal }: ExportReadOptions,
): Promise<void> {
  const parts = readFileParts(file, { signal, onProgress: () => undefined });
  let part = (await parts.next()).value;
  async function* contentOf(sha256: string) {
    for (; part?.file === sha256; part = (await parts.next()).value) yield part.bytes;
  }
  while (part) {
    const { file: sha256 } = part;
    await storeAttachedFile(files, { accountId, sha256 }, contentOf(sha256));
  }
}
