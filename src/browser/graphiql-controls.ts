/**
 * Makes what GraphiQL and its explorer draw usable by keyboard and told to screen readers: the explorer's fields are
 * spans that know only the mouse, some of its inputs have no name, and GraphiQL's tabs hold a button in a button. Their
 * packages offer no other hold than the elements that they make; what is done here is what is done to those.
 */

const explorer = '.graphiql-explorer-root';

/** The name of a field, an argument, a fragment or a type in a union: what is clicked to take it into the operation. */
const controls = `${explorer} div[class^="graphiql-explorer-"] > span:first-child > :is(svg, span) + span`;

/** Written only where it differs, since what is written is watched. */
function set(one: Element, name: string, value: string | null): void {
  if (one.getAttribute(name) === value) return;
  if (value === null) one.removeAttribute(name);
  else one.setAttribute(name, value);
}

/** Whether the drawing beside a name shows that it is a part of the operation: a ticked circle, or an arrow that points down. */
function isTaken(control: Element): boolean {
  const drawing = control.parentElement?.querySelector('svg');
  if (!drawing) return false;
  if (drawing.style.transform !== '') return true;
  return drawing.querySelector('circle') !== null && drawing.querySelector('path') !== null;
}

/** Which control was pressed by a key: a field that opens or closes is drawn anew, in the same place, and has the focus no more. */
let pressed = -1;

/** The fields and arguments of the explorer; one of them is reached by Tab, the others from there by the arrows. */
function nameControls(root: Element): void {
  const all = [...root.querySelectorAll<HTMLElement>(controls)];
  const reached = all.find((one) => one.getAttribute('tabindex') === '0') ?? all[0];
  for (const one of all) {
    set(one, 'role', 'checkbox');
    set(one, 'aria-checked', String(isTaken(one)));
    set(one, 'tabindex', one === reached ? '0' : '-1');
  }
  const again = all[pressed];
  if (again && document.activeElement === document.body) again.focus();
}

function nameInputs(root: Element): void {
  for (const input of root.querySelectorAll(`${explorer} input, ${explorer} select`)) {
    const argument = input.closest<HTMLElement>('[data-arg-name]')?.dataset.argName;
    const isName = input.closest('.graphiql-operation-title-bar') !== null;
    const other = isName ? 'Name of the operation' : 'Kind of operation to add';
    set(input, 'aria-label', argument ?? other);
  }
  const add = root.querySelector('.graphiql-explorer-actions button');
  if (add) set(add, 'aria-label', 'Add the operation');
  const [remove, copy] = root.querySelectorAll('.graphiql-operation-title-bar button');
  if (remove) set(remove, 'aria-label', 'Remove this operation');
  if (copy) set(copy, 'aria-label', 'Copy this operation');
}

/** A list of buttons is what the tabs are: each of them can be opened, and closed by a button of its own. */
function nameTabs(root: Element): void {
  const list = root.querySelector('.graphiql-tabs');
  if (!list) return;
  set(list, 'role', 'list');
  for (const tab of list.querySelectorAll('.graphiql-tab')) {
    set(tab, 'role', 'listitem');
    set(tab, 'aria-selected', null);
    const isOpen = tab.classList.contains('graphiql-tab-active');
    const [open] = tab.querySelectorAll('button');
    if (open) set(open, 'aria-current', isOpen ? 'true' : null);
  }
}

/** The words beside a button say its name once more. */
function hideTips(): void {
  const tips = document.querySelectorAll('[data-radix-popper-content-wrapper]:has([role=tooltip])');
  for (const tip of tips) set(tip, 'aria-hidden', 'true');
}

function nameAll(root: Element): void {
  hideTips();
  nameControls(root);
  nameInputs(root);
  nameTabs(root);
}

/** Enter and space do what a click does; the arrows go from one to the next. */
function onKey(event: KeyboardEvent): void {
  const control = (event.target as Element).closest<HTMLElement>(controls);
  if (!control || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    pressed = [...document.querySelectorAll(controls)].indexOf(control);
    control.click();
  } else if (!moved(control, event.key)) return;
  event.preventDefault();
}

function moved(from: HTMLElement, key: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(`${explorer} [role=checkbox]`)];
  const places: Record<string, number> = {
    ArrowDown: all.indexOf(from) + 1,
    ArrowUp: all.indexOf(from) - 1,
    Home: 0,
    End: all.length - 1,
  };
  const to = all[places[key] ?? -1];
  to?.focus();
  return key in places;
}

/** The one that has the focus is the one that Tab comes back to. */
function onFocus({ target }: FocusEvent): void {
  const control = (target as Element).closest(`${explorer} [role=checkbox]`);
  if (!control) return;
  for (const other of document.querySelectorAll(`${explorer} [role=checkbox][tabindex="0"]`)) {
    set(other, 'tabindex', '-1');
  }
  set(control, 'tabindex', '0');
}

/** Where a person last did something. */
let actedAt: Element | null = null;

/**
 * An input of the explorer takes the focus when it is drawn, and scrolls to itself. It may where it was drawn because of
 * something done in the explorer. One that has its name already was not drawn just now.
 */
function giveBackFocus({ target, relatedTarget }: FocusEvent): void {
  const input = (target as Element).closest(`${explorer} input:not([aria-label])`);
  if (!input || actedAt?.closest(explorer)) return;
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true });
  else (input as HTMLElement).blur();
  // The browser scrolls to what has the focus after it was told of it.
  requestAnimationFrame(() => {
    for (let part = input.parentElement; part !== null; part = part.parentElement) {
      part.scrollTo(0, 0);
    }
  });
}

function rememberActs(): void {
  const note = ({ target }: Event) => {
    actedAt = target as Element | null;
    pressed = -1;
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, note, { capture: true });
}

/** Does all of it, now and whenever GraphiQL draws something anew, but in the editors, which do well by themselves. */
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
  rememberActs();
  nameAll(root);
}
