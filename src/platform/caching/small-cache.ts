const maxEntries = 50;

const maxKeyLength = 4_000;

/** Drops all entries when full. Does not cache long keys. */
export function createSmallCache<V>(): (key: string, make: () => V) => V {
  const cache = new Map<string, V>();
  return (key, make) => {
    const value = cache.get(key) ?? make();
    if (cache.size >= maxEntries) cache.clear();
    if (key.length <= maxKeyLength) cache.set(key, value);
    return value;
  };
}
