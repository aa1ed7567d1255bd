/** Where the focus goes in GraphiQL: into the editor, wherever that is what a person goes on with. */

/** An element that GraphiQL makes by itself, as soon as it is there. */
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

/** On a touch screen the focus in an editor opens the keyboard over half of the page, so that it is left alone there. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

/** Puts the focus into the editor of the operation, as soon as GraphiQL has made it. */
export async function focusEditor(): Promise<void> {
  const editor = await appeared('.graphiql-query-editor textarea.inputarea');
  if (!isTouched()) editor.focus({ preventScroll: true });
}

/** After an operation was run by its button, and after a dialog of GraphiQL was closed, typing goes on in the editor. */
export function keepFocusInEditor(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('.graphiql-execute-button');
    // With several operations the button opens a menu, which the focus has to stay in.
    if (button && !button.hasAttribute('aria-haspopup')) void focusEditor();
  });
  afterMenu();
  afterDialog();
}

/** A menu gives the focus back to the button that opened it. */
function afterMenu(): void {
  let before: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    const left = before?.closest('[role=menu]');
    before = target as Element;
    if (left && before.closest('.graphiql-execute-button')) void focusEditor();
  });
}

/** A dialog stands in an element of its own, and leaves the focus nowhere. */
function afterDialog(): void {
  const isDialog = (node: Node) =>
    node instanceof Element &&
    (node.matches('[role=dialog]') || node.querySelector('[role=dialog]'));
  new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => [...removedNodes].some(isDialog))) void focusEditor();
  }).observe(document.body, { childList: true });
}
