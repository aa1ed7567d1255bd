/** Moves the focus to GraphiQL's editor. */

/** Waits for an element of GraphiQL. */
function appeared<E extends HTMLElement>(selector: string): Promise<E> {
  return new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector<E>(selector);
      if (found) resolve(found);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** On touch screens the focus would open the keyboard over half of the page. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

export async function focusEditor(): Promise<void> {
  const editor = await appeared('.graphiql-query-editor textarea.inputarea');
  if (!isTouched()) editor.focus({ preventScroll: true });
}

/** After the run button and after a dialog. */
export function keepFocusInEditor(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('.graphiql-execute-button');
    // With several operations the button opens a menu, which needs the focus.
    if (button && !button.hasAttribute('aria-haspopup')) void focusEditor();
  });
  afterMenu();
  afterDialog();
}

/** A menu returns the focus to its button. */
function afterMenu(): void {
  let before: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    const left = before?.closest('[role=menu]');
    before = target as Element;
    if (left && before.closest('.graphiql-execute-button')) void focusEditor();
  });
}

/** A dialog is a child of body and drops the focus. */
function afterDialog(): void {
  const isDialog = (node: Node) =>
    node instanceof Element &&
    (node.matches('[role=dialog]') || node.querySelector('[role=dialog]'));
  new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => [...removedNodes].some(isDialog))) void focusEditor();
  }).observe(document.body, { childList: true });
}
