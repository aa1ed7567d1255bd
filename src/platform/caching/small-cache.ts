const mostKept = 50;

const longestKept = 4_000;

/** Drops all entries when full; stores nothing for long keys. */
export function createSmallCache<V>(): (key: string, make: () => V) => V {
  const known = new Map<string, V>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    if (known.size >= mostKept) known.clear();
    if (key.length <= longestKept) known.set(key, found);
    return found;
  };
}
