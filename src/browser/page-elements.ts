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
  const element = document.createElement(tag);
  element.textContent = text;
  if (name !== '') element.className = name;
  return element;
}

/** Disabled until its action is complete. */
export function createButton(
  text: string,
  press: () => Promise<void>,
  name = '',
): HTMLButtonElement {
  const element = createElement('button', text, name);
  element.type = 'button';
  element.onclick = async () => {
    element.disabled = true;
    await press().finally(() => {
      element.disabled = false;
    });
  };
  return element;
}

/** "Failed" for FAILED. */
export function createStateLabel(state: string): HTMLElement {
  const label = createElement('span', `${state[0]}${state.slice(1).toLowerCase()}`, 'state');
  label.dataset.state = state;
  return label;
}

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
  const element = createButton(text, async () => (opened ? close() : show()));
  element.setAttribute('aria-expanded', 'false');
  function show(): void {
    opened = open(close);
    place.append(opened);
    element.setAttribute('aria-expanded', 'true');
    opened.querySelector<HTMLElement>('input, button')?.focus();
  }
  function close(): void {
    opened?.remove();
    opened = undefined;
    element.setAttribute('aria-expanded', 'false');
    element.focus();
  }
  return element;
}

/** Shows a secret at the top of a section until the user has copied it. */
export function showSecretBox(section: Element, label: string, secret: string): void {
  const box = createElement('div', '', 'secret');
  box.setAttribute('role', 'status');
  const doneButton = createButton('Done', async () => box.remove());
  const copyButton = createButton('Copy', async () => {
    await navigator.clipboard.writeText(secret);
    copyButton.textContent = 'Copied';
  });
  const buttons = createElement('div', '', 'tools');
  buttons.append(copyButton, doneButton);
  box.append(createElement('b', label), createElement('code', secret), buttons);
  section.prepend(box);
  box.scrollIntoView({ block: 'nearest' });
  copyButton.focus();
}
