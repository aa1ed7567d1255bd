/** The element of the page that a selector names; throws where the page was written without it. */
export function element<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** An element with a text, which stays text whatever it holds, and a class. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  name = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name !== '') made.className = name;
  return made;
}

/** A button that does something, and cannot be pressed again before that is done. */
export function button(text: string, press: () => Promise<void>, name = ''): HTMLButtonElement {
  const made = make('button', text, name);
  made.type = 'button';
  made.onclick = async () => {
    made.disabled = true;
    await press().finally(() => {
      made.disabled = false;
    });
  };
  return made;
}

/** A moment as people of the browser's language write it. */
export const time = (value: string): string => new Date(value).toLocaleString();
