/** Scopes of API keys: general ones, or by area. */

import { createElement, requireElement } from './page-elements.ts';

interface Area {
  name: string;
  meaning: string;
  /** The general scopes (`read`, `write`) that include this area. */
  usual: string[];
}

const { areas } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as { areas: Area[] };

/** For example `time:write`. */
export const formatScope = (scope: string): string => scope.toLowerCase().replace('_', ':');

const doings = ['read', 'write'] as const;

const scopeOf = (area: string, doing: string) => `${area}_${doing}`.toUpperCase();

function choice(value: string, text: string, checked: boolean, label = text): HTMLElement {
  const box = createElement('input');
  Object.assign(box, { type: 'checkbox', name: 'scope', value, checked });
  box.setAttribute('aria-label', label);
  const made = createElement('label');
  made.append(box, ` ${text}`);
  return made;
}

function fieldset(title: string, rows: readonly HTMLElement[]): HTMLElement {
  const whole = createElement('fieldset', '', 'wide');
  whole.append(createElement('legend', title), ...rows);
  return whole;
}

function row(meaning: string, choices: readonly HTMLElement[]): HTMLElement {
  const made = createElement('div', '', 'area');
  made.append(createElement('span', meaning), ...choices);
  return made;
}

export function newScopesField(): HTMLElement {
  const usual = [
    ['read', 'everything except keys'],
    ['write', 'everything except settings, people and keys'],
  ] as const;
  return fieldset('Scopes', [
    ...usual.map(([name, meaning]) => row(meaning, [choice(name.toUpperCase(), name, true)])),
    ...areas.map(({ name, meaning }) =>
      row(
        meaning,
        doings.map((doing) => choice(scopeOf(name, doing), doing, false, `${name}: ${doing}`)),
      ),
    ),
  ]);
}

/** The scopes of areas, including those of the general scopes. */
function singleScopes(scopes: readonly string[]): Set<string> {
  const usual = areas.flatMap(({ name, usual: words }) =>
    words
      .filter((doing) => scopes.includes(doing.toUpperCase()))
      .map((doing) => scopeOf(name, doing)),
  );
  return new Set([...usual, ...scopes.filter((scope) => scope.includes('_'))]);
}

/** All scopes are selected at first. */
export function scopeRestrictionFields(scopes: readonly string[]): HTMLElement[] {
  const held = singleScopes(scopes);
  const rows = areas.flatMap(({ name, meaning }) => {
    const own = doings.filter((doing) => held.has(scopeOf(name, doing)));
    const choices = doings.map((doing) =>
      own.includes(doing)
        ? choice(scopeOf(name, doing), doing, true, `keep ${name}: ${doing}`)
        : createElement('span'),
    );
    return own.length === 0 ? [] : [row(meaning, choices)];
  });
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
