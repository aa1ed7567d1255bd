import { arrange, bar, element } from './dom.ts';
import { hours, percent } from './format.ts';
import type { Dashboard, Fault, Project, ProjectChange } from './service.ts';

type Change = (change: ProjectChange) => Promise<Fault[]>;

/**
 * The list of projects, which can be changed in place. What a person saves shows at once; where the service refuses it, the
 * former values show again, and the form is open with what was typed and what was wrong beside its field.
 */
export class ProjectList {
  readonly #place: HTMLElement;
  readonly #change: Change;
  #known: readonly Project[] = [];
  #more = 0;
  /** Changes that the service has not answered yet, by the project's id. */
  readonly #saving = new Map<string, ProjectChange>();
  /** The cards that show, and of what. */
  #shown: ReadonlyMap<string, { as: string; card: HTMLElement }> = new Map();
  /** What a person is typing, which new answers must not take away. */
  #form: { id: string; card: HTMLElement } | undefined;

  constructor(place: HTMLElement, change: Change) {
    this.#place = place;
    this.#change = change;
  }

  show({ projects: { edges, totalCount } }: Dashboard): void {
    this.#known = edges.map(({ node }) => node);
    this.#more = totalCount - edges.length;
    this.#draw();
  }

  #draw(): void {
    const form = this.#form;
    const shown = new Map<string, { as: string; card: HTMLElement }>();
    const cards = this.#known.map((known) => {
      if (form?.id === known.id) return form.card;
      const saving = this.#saving.get(known.id);
      const as = JSON.stringify([known, saving]);
      const before = this.#shown.get(known.id);
      const card = before?.as === as ? before.card : this.#card({ ...known, ...saving });
      shown.set(known.id, { as, card });
      return card;
    });
    this.#shown = shown;
    if (form && !cards.includes(form.card)) cards.unshift(form.card);
    if (cards.length === 0) cards.push(element('p', 'nothing', 'No projects yet.'));
    if (this.#more > 0) cards.push(element('p', 'nothing', `and ${this.#more} more`));
    arrange(this.#place, cards, form?.card);
  }

  #card(project: Project): HTMLElement {
    const used = project.budgetUsed;
    const edit = element('button', 'edit', 'Edit') as HTMLButtonElement;
    edit.type = 'button';
    edit.setAttribute('aria-label', `Edit ${project.name}`);
    edit.disabled = this.#saving.has(project.id);
    edit.addEventListener('click', () => this.#open(project, project));
    const due = project.dueDate === null ? 'No due date' : `Due ${project.dueDate}`;
    return element(
      'article',
      used !== null && Number(used) > 1 ? 'project over' : 'project',
      element('strong', '', project.name),
      element('small', '', project.client?.name ?? ''),
      element('div', 'bar', bar(Number(used ?? 0), 'used')),
      element('span', '', hours(project.trackedMinutes ?? 0)),
      element('span', 'budget', used === null ? 'No budget' : `${percent(used)} of the budget`),
      element('span', 'due', due),
      edit,
    );
  }

  #open(project: Project, typed: ProjectChange, faults: readonly Fault[] = []): void {
    const form = document.createElement('form');
    form.className = 'project editing';
    form.noValidate = true;
    const close = element('button', '', 'Cancel') as HTMLButtonElement;
    close.type = 'button';
    const named = (field: string) => faults.filter(({ path }) => path === field);
    form.append(
      input('Name', 'name', 'text', typed.name, named('name')),
      input('Due date', 'dueDate', 'date', typed.dueDate ?? '', named('dueDate')),
      ...faults
        .filter(({ path }) => path !== 'name' && path !== 'dueDate')
        .map(({ message }) => said('', message)),
      element('button', 'save', 'Save'),
      close,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = new FormData(form);
      const name = String(given.get('name'));
      void this.#save(project, {
        id: project.id,
        name,
        dueDate: String(given.get('dueDate')) || null,
      });
    });
    const cancel = () => this.#close(project.id);
    close.addEventListener('click', cancel);
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') cancel();
    });
    this.#form = { id: project.id, card: form };
    this.#draw();
    const wrong = form.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? form.querySelector('input'))?.focus();
  }

  #close(id: string): void {
    this.#form = undefined;
    this.#draw();
    const index = this.#known.findIndex((project) => project.id === id);
    this.#place.children[index]?.querySelector('button')?.focus();
  }

  async #save(project: Project, change: ProjectChange): Promise<void> {
    this.#saving.set(project.id, change);
    this.#close(project.id);
    const faults = await this.#change(change);
    this.#saving.delete(project.id);
    if (faults.length > 0) return this.#open(project, change, faults);
    this.#known = this.#known.map((known) =>
      known.id === change.id ? { ...known, ...change } : known,
    );
    this.#draw();
  }
}

function said(id: string, message: string): HTMLElement {
  const made = element('p', 'fault', message);
  made.id = id;
  made.setAttribute('role', 'alert');
  return made;
}

function input(
  label: string,
  name: string,
  type: string,
  value: string,
  faults: readonly Fault[],
): HTMLElement {
  const field = document.createElement('input');
  Object.assign(field, { name, type, value });
  const id = `fault-${name}`;
  if (faults.length > 0) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  }
  const told = faults.length > 0 ? [said(id, faults.map(({ message }) => message).join(', '))] : [];
  return element('label', '', label, field, ...told);
}
