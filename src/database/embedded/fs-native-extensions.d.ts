/** What is used of fs-native-extensions, which brings no types. */
declare module 'fs-native-extensions' {
  /** Takes a lock on an open file; false where somebody else has one that excludes it. */
  export function tryLock(file: number, options?: { shared?: boolean }): boolean;
}
