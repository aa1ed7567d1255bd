/** How many of one kind are kept. */
const mostKept = 50;

/** How long the text may be that something is kept by. */
const longestKept = 4_000;

/** Keeps what was made for a key, unless the key is long; of many not all. */
export function createSmallCache<V>(): (key: string, make: () => V) => V {
  const known = new Map<string, V>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    if (known.size >= mostKept) known.clear();
    if (key.length <= longestKept) known.set(key, found);
    return found;
  };
}
