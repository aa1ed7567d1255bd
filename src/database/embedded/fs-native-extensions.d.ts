/** The package has no types. */
declare module 'fs-native-extensions' {
  /** False if another lock excludes it. */
  export function tryLock(file: number, options?: { shared?: boolean }): boolean;
}
