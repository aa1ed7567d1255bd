function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + Number(from[row - 1] !== to[column - 1]);
      const added = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, added));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

const normalize = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')} `;

/** Finds `phone` for `phoneNumber`, `items` for `lineItems`. */
function findContainedName(misspelt: string, names: readonly string[]): string | undefined {
  const misspeltWords = wordsOf(misspelt);
  return names
    .filter(
      (name) => misspeltWords.startsWith(wordsOf(name)) || misspeltWords.endsWith(wordsOf(name)),
    )
    .sort((one, other) => other.length - one.length)[0];
}

export function findClosestName(misspelt: string, names: readonly string[]): string | undefined {
  const text = misspelt.slice(0, 64);
  const normalized = normalize(text);
  const [closest] = names
    .map((name) => ({ name, distance: editDistance(normalized, normalize(name)) }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length / 3))
    .sort((one, other) => one.distance - other.distance);
  return closest?.name ?? findContainedName(text, names);
}
