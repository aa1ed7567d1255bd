import { createElement, requireElement } from './page-elements.ts';

interface Area {
  name: string;
  meaning: string;
  /** The general scopes (`read`, `write`) that include this area. */
  generalScopes: string[];
}

const { areas } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as { areas: Area[] };

/** For example `time:write`. */
export const formatScope = (scope: string): string => scope.toLowerCase().replace('_', ':');

const accessKinds = ['read', 'write'] as const;

const scopeOf = (area: string, access: string) => `${area}_${access}`.toUpperCase();

function checkbox(value: string, text: string, checked: boolean, label = text): HTMLElement {
  const box = createElement('input');
  Object.assign(box, { type: 'checkbox', name: 'scope', value, checked });
  box.setAttribute('aria-label', label);
  const element = createElement('label');
  element.append(box, ` ${text}`);
  return element;
}

function fieldset(title: string, rows: readonly HTMLElement[]): HTMLElement {
  const group = createElement('fieldset', '', 'wide');
  group.append(createElement('legend', title), ...rows);
  return group;
}

function row(meaning: string, choices: readonly HTMLElement[]): HTMLElement {
  const element = createElement('div', '', 'area');
  element.append(createElement('span', meaning), ...choices);
  return element;
}

const mcpScope = 'MCP_WRITE';

const mcpRow = (label: string, checked: boolean) =>
  row('writes by AI assistants over MCP, within the other scopes', [
    checkbox(mcpScope, 'write', checked, label),
  ]);

export function newScopesField(): HTMLElement {
  const generalScopes = [
    ['read', 'everything except keys'],
    ['write', 'everything except settings, people and keys'],
  ] as const;
  return fieldset('Scopes', [
    ...generalScopes.map(([name, meaning]) =>
      row(meaning, [checkbox(name.toUpperCase(), name, true)]),
    ),
    ...areas.map(({ name, meaning }) =>
      row(
        meaning,
        accessKinds.map((access) =>
          checkbox(scopeOf(name, access), access, false, `${name}: ${access}`),
        ),
      ),
    ),
    mcpRow('mcp: write', false),
  ]);
}

/** The scopes of areas, including those of the general scopes. */
function singleScopes(scopes: readonly string[]): Set<string> {
  const generalScopes = areas.flatMap(({ name, generalScopes: words }) =>
    words
      .filter((access) => scopes.includes(access.toUpperCase()))
      .map((access) => scopeOf(name, access)),
  );
  return new Set([...generalScopes, ...scopes.filter((scope) => scope.includes('_'))]);
}

/** All scopes are selected at first. */
export function scopeRestrictionFields(scopes: readonly string[]): HTMLElement[] {
  const currentScopes = singleScopes(scopes);
  const rows = areas.flatMap(({ name, meaning }) => {
    const own = accessKinds.filter((access) => currentScopes.has(scopeOf(name, access)));
    const choices = accessKinds.map((access) =>
      own.includes(access)
        ? checkbox(scopeOf(name, access), access, true, `keep ${name}: ${access}`)
        : createElement('span'),
    );
    return own.length === 0 ? [] : [row(meaning, choices)];
  });
  if (scopes.includes(mcpScope)) rows.push(mcpRow('keep mcp: write', true));
  const note =
    'Removed scopes cannot be restored. Keys that were created with this key lose them too.';
  return [fieldset('Remaining scopes', rows), createElement('p', note, 'wide soft')];
}

/** A general scope remains only if all of its areas are selected. */
export function remainingScopes(
  scopes: readonly string[],
  chosen: readonly FormDataEntryValue[],
): string[] {
  const single = chosen.map(String);
  const words = scopes.filter(
    (scope) =>
      !scope.includes('_') && [...singleScopes([scope])].every((one) => single.includes(one)),
  );
  const covered = singleScopes(words);
  return [...words, ...single.filter((scope) => !covered.has(scope))];
}
