const maxEntries = 10_000;

/** Evicts the oldest entry when full. */
export function memoizeByName<T extends object | string | number | boolean>(
  make: (name: string) => T,
): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const one = known.get(name);
    if (one !== undefined) return one;
    const [oldest] = known.keys();
    if (known.size >= maxEntries && oldest !== undefined) known.delete(oldest);
    const made = make(name);
    known.set(name, made);
    return made;
  };
}
