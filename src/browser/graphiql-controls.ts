/**
 * Makes GraphiQL and its explorer accessible by keyboard and screen reader. Fields of the explorer
 * are spans with mouse handlers, inputs have no names, and tabs nest buttons. The packages have no
 * options for this, so the elements are changed.
 */

const explorer = '.graphiql-explorer-root';

/** Name of a field, argument, fragment or union type. A click adds it to the operation. */
const controls = `${explorer} div[class^="graphiql-explorer-"] > span:first-child > :is(svg, span) + span`;

/** Writes only changes, because a MutationObserver watches attributes. */
function updateAttribute(one: Element, name: string, value: string | null): void {
  if (one.getAttribute(name) === value) return;
  if (value === null) one.removeAttribute(name);
  else one.setAttribute(name, value);
}

/** The icon is a ticked circle or an arrow that points down. */
function isSelected(control: Element): boolean {
  const icon = control.parentElement?.querySelector('svg');
  if (!icon) return false;
  if (icon.style.transform !== '') return true;
  return icon.querySelector('circle') !== null && icon.querySelector('path') !== null;
}

/**
 * Index of the control that was activated by keyboard. React replaces it, which loses the focus.
 */
let pressedIndex = -1;

/** Roving tabindex: Tab reaches one control, arrow keys the others. */
function nameControls(root: Element): void {
  const all = [...root.querySelectorAll<HTMLElement>(controls)];
  const tabStop = all.find((one) => one.getAttribute('tabindex') === '0') ?? all[0];
  for (const one of all) {
    updateAttribute(one, 'role', 'checkbox');
    updateAttribute(one, 'aria-checked', String(isSelected(one)));
    updateAttribute(one, 'tabindex', one === tabStop ? '0' : '-1');
  }
  const pressedControl = all[pressedIndex];
  if (pressedControl && document.activeElement === document.body) pressedControl.focus();
}

function nameInputs(root: Element): void {
  for (const input of root.querySelectorAll(`${explorer} input, ${explorer} select`)) {
    const argument = input.closest<HTMLElement>('[data-arg-name]')?.dataset.argName;
    const isName = input.closest('.graphiql-operation-title-bar') !== null;
    const other = isName ? 'Name of the operation' : 'Kind of operation to add';
    updateAttribute(input, 'aria-label', argument ?? other);
  }
  const add = root.querySelector('.graphiql-explorer-actions button');
  if (add) updateAttribute(add, 'aria-label', 'Add the operation');
  const [remove, copy] = root.querySelectorAll('.graphiql-operation-title-bar button');
  if (remove) updateAttribute(remove, 'aria-label', 'Remove this operation');
  if (copy) updateAttribute(copy, 'aria-label', 'Copy this operation');
}

/** The tabs are a list of buttons, because each has its own close button. */
function nameTabs(root: Element): void {
  const list = root.querySelector('.graphiql-tabs');
  if (!list) return;
  updateAttribute(list, 'role', 'list');
  for (const tab of list.querySelectorAll('.graphiql-tab')) {
    updateAttribute(tab, 'role', 'listitem');
    updateAttribute(tab, 'aria-selected', null);
    const isOpen = tab.classList.contains('graphiql-tab-active');
    const [open] = tab.querySelectorAll('button');
    if (open) updateAttribute(open, 'aria-current', isOpen ? 'true' : null);
  }
}

/** Tooltips repeat the names of buttons. */
function hideTips(): void {
  const tips = document.querySelectorAll('[data-radix-popper-content-wrapper]:has([role=tooltip])');
  for (const tip of tips) updateAttribute(tip, 'aria-hidden', 'true');
}

function nameAll(root: Element): void {
  hideTips();
  nameControls(root);
  nameInputs(root);
  nameTabs(root);
}

/** Enter and space click, arrow keys move the focus. */
function onKey(event: KeyboardEvent): void {
  const control = (event.target as Element).closest<HTMLElement>(controls);
  if (!control || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    pressedIndex = [...document.querySelectorAll(controls)].indexOf(control);
    control.click();
  } else if (!moveFocus(control, event.key)) return;
  event.preventDefault();
}

function moveFocus(from: HTMLElement, key: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(`${explorer} [role=checkbox]`)];
  const targetIndexes: Record<string, number> = {
    ArrowDown: all.indexOf(from) + 1,
    ArrowUp: all.indexOf(from) - 1,
    Home: 0,
    End: all.length - 1,
  };
  const to = all[targetIndexes[key] ?? -1];
  to?.focus();
  return key in targetIndexes;
}

/** Tab returns to the focused control. */
function onFocus({ target }: FocusEvent): void {
  const control = (target as Element).closest(`${explorer} [role=checkbox]`);
  if (!control) return;
  for (const other of document.querySelectorAll(`${explorer} [role=checkbox][tabindex="0"]`)) {
    updateAttribute(other, 'tabindex', '-1');
  }
  updateAttribute(control, 'tabindex', '0');
}

let lastActionTarget: Element | null = null;

/**
 * A new input of the explorer takes the focus and scrolls. That is allowed only after an action in
 * the explorer. Inputs with a name are not new.
 */
function giveBackFocus({ target, relatedTarget }: FocusEvent): void {
  const input = (target as Element).closest(`${explorer} input:not([aria-label])`);
  if (!input || lastActionTarget?.closest(explorer)) return;
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true });
  else (input as HTMLElement).blur();
  // The browser scrolls after the event.
  requestAnimationFrame(() => {
    for (let part = input.parentElement; part !== null; part = part.parentElement) {
      part.scrollTo(0, 0);
    }
  });
}

function recordActions(): void {
  const recordAction = ({ target }: Event) => {
    lastActionTarget = target as Element | null;
    pressedIndex = -1;
  };
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, recordAction, { capture: true });
}

/** Updates the elements now and after each change outside the editors. */
export function makeUsableByKeyboard(root: HTMLElement): void {
  const isOfEditor = ({ target }: MutationRecord) =>
    target instanceof Element && target.closest('.monaco-editor') !== null;
  new MutationObserver((records) => {
    if (!records.every(isOfEditor)) nameAll(root);
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected', 'role', 'class'],
  });
  root.addEventListener('keydown', onKey);
  root.addEventListener('focusin', onFocus);
  root.addEventListener('focusin', giveBackFocus);
  recordActions();
  nameAll(root);
}
