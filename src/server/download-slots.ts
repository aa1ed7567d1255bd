/** Maximum for one process. Each download has a separate connection and holds a snapshot of the database. */
const maxDownloads = 8;

const maxDownloadsPerWorkspace = 2;

/** A second download of a workspace starts only below this number, so that it leaves slots for first ones. */
const maxDownloadsForSecond = 3;

/** The running downloads of a process. Each workspace gets a slot before any gets a second one. */
export class DownloadSlots {
  readonly #accountIds: number[] = [];

  /** Takes a slot and returns true, or returns false if the workspace gets none now. */
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
