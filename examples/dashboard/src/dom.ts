type Child = Node | string;

/** An element with a class and children; texts stay texts, whatever they hold. */
export function element(name: string, className: string, ...children: Child[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** The element of the page with an id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** A part of a bar, its width a share from 0 to 1. */
export function bar(share: number, className: string, color?: string | null): HTMLElement {
  const part = element('i', className);
  part.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  if (color) part.style.background = color;
  return part;
}

/**
 * Makes these the children of a place, in this order. What stays is not moved where it need not be, and the one to be left alone
 * never: a field that is moved loses the keyboard, and a button the click that is half made.
 */
export function arrange(
  place: HTMLElement,
  children: readonly HTMLElement[],
  leftAlone?: HTMLElement,
): void {
  const staying = new Set<Element>(children);
  for (const child of [...place.children]) if (!staying.has(child)) child.remove();
  let next = place.firstElementChild;
  for (const child of children) {
    const isPlaced = child === next || (child === leftAlone && child.parentElement === place);
    if (!isPlaced) place.insertBefore(child, next);
    else next = child.nextElementSibling;
  }
}
