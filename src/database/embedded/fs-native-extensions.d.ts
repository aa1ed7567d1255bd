declare module 'fs-native-extensions' {
  export function tryLock(file: number, options?: { shared?: boolean }): boolean;
}
