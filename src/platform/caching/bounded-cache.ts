const maxEntries = 10_000;

/** Evicts the oldest entry when full. */
export function memoizeByName<T extends object | string | number | boolean>(
  make: (name: string) => T,
): (name: string) => T {
  const cache = new Map<string, T>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const [oldest] = cache.keys();
    if (cache.size >= maxEntries && oldest !== undefined) cache.delete(oldest);
    const created = make(name);
    cache.set(name, created);
    return created;
  };
}
