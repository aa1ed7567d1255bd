/** Per process. Each download holds a connection and a snapshot. */
const maxDownloads = 8;

const maxDownloadsPerWorkspace = 2;

/** Leaves slots for first downloads of other workspaces. */
const maxDownloadsForSecond = 3;

export class DownloadSlots {
  readonly #accountIds: number[] = [];

  take(accountId: number): boolean {
    const ownDownloads = this.#accountIds.filter((id) => id === accountId).length;
    const max = ownDownloads === 0 ? maxDownloads : maxDownloadsForSecond;
    if (ownDownloads >= maxDownloadsPerWorkspace || this.#accountIds.length >= max) return false;
    this.#accountIds.push(accountId);
    return true;
  }

  release(accountId: number): void {
    this.#accountIds.splice(this.#accountIds.indexOf(accountId), 1);
  }
}
