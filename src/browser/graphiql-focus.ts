function waitForElement<E extends HTMLElement>(selector: string): Promise<E> {
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
const isTouchScreen = () => matchMedia('(pointer: coarse)').matches;

export async function focusEditor(): Promise<void> {
  const editor = await waitForElement('.graphiql-query-editor textarea.inputarea');
  if (!isTouchScreen()) editor.focus({ preventScroll: true });
}

/** Returns the focus to the editor after the run button and after a dialog. */
export function keepFocusInEditor(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('.graphiql-execute-button');
    // With several operations the button opens a menu, which needs the focus.
    if (button && !button.hasAttribute('aria-haspopup')) void focusEditor();
  });
  focusEditorAfterMenu();
  focusEditorAfterDialog();
}

/** A menu returns the focus to its button. */
function focusEditorAfterMenu(): void {
  let previousTarget: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    const left = previousTarget?.closest('[role=menu]');
    previousTarget = target as Element;
    if (left && previousTarget.closest('.graphiql-execute-button')) void focusEditor();
  });
}

/** A dialog is a child of body and drops the focus. */
function focusEditorAfterDialog(): void {
  const isDialog = (node: Node) =>
    node instanceof Element &&
    (node.matches('[role=dialog]') || node.querySelector('[role=dialog]'));
  new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => [...removedNodes].some(isDialog))) void focusEditor();
  }).observe(document.body, { childList: true });
}
