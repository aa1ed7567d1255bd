const maxEntries = 50;

const maxKeyLength = 4_000;

/** Drops all entries when full. Does not cache long keys. */
export function createSmallCache<V>(): (key: string, make: () => V) => V {
  const known = new Map<string, V>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    if (known.size >= maxEntries) known.clear();
    if (key.length <= maxKeyLength) known.set(key, found);
    return found;
  };
}
