export function requireElement<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** The text is never parsed as HTML. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  name = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name !== '') made.className = name;
  return made;
}

/** Disabled until its action is complete. */
export function createButton(
  text: string,
  press: () => Promise<void>,
  name = '',
): HTMLButtonElement {
  const made = createElement('button', text, name);
  made.type = 'button';
  made.onclick = async () => {
    made.disabled = true;
    await press().finally(() => {
      made.disabled = false;
    });
  };
  return made;
}

/** In the browser's language. */
export const formatLocalDateTime = (value: string): string => new Date(value).toLocaleString();

export function createSection(title: string, ...content: HTMLElement[]): HTMLElement {
  const part = createElement('section');
  part.setAttribute('aria-label', title);
  part.append(createElement('h2', title), ...content);
  return part;
}

/** A button that is replaced by its content. */
export function createRevealButton(text: string, open: () => HTMLElement): HTMLElement {
  const place = createElement('div', '', 'row');
  place.append(
    createButton(text, async () => {
      place.className = '';
      place.replaceChildren(open());
      place.querySelector<HTMLElement>('input, button')?.focus();
    }),
  );
  return place;
}

/** A button that opens and closes content at the end of an element. */
export function createToggleButton(
  text: string,
  place: HTMLElement,
  open: (close: () => void) => HTMLElement,
): HTMLButtonElement {
  let opened: HTMLElement | undefined;
  const made = createButton(text, async () => (opened ? close() : show()));
  made.setAttribute('aria-expanded', 'false');
  function show(): void {
    opened = open(close);
    place.append(opened);
    made.setAttribute('aria-expanded', 'true');
    opened.querySelector<HTMLElement>('input, button')?.focus();
  }
  function close(): void {
    opened?.remove();
    opened = undefined;
    made.setAttribute('aria-expanded', 'false');
    made.focus();
  }
  return made;
}
