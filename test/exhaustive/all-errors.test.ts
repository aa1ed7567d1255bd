import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { argumentsWith, mutations, namePositions } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';

/** An error lists all unknown names and ids of an input, also together with invalid fields. */

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 0 });

/** A place that names nothing. */
interface Wrong {
  path: string[];
  value: unknown;
  /** What the error calls it. */
  told: string;
}

/** A name is looked up below a record, and not where that is unknown. */
const above: Record<string, RegExp> = {
  projectName: /^(client|project)/,
  deliverableName: /^(client|project|deliverable)/,
  statusName: /^(client|project)/,
  statusId: /^(client|project)/,
  lineId: /^invoice/,
};

const last = ({ path }: Wrong): string => path.findLast((part) => !/^\d+$/.test(part)) ?? '';

/** Whether the look-up of one depends on the other. */
const hides = (one: Wrong, other: Wrong): boolean => {
  const of = last(one);
  return above[last(other)]?.test(of) === true && of !== last(other);
};

/** Two references to one record have to agree. */
const isSame = (one: Wrong, other: Wrong): boolean => {
  const level = (wrong: Wrong) => last(wrong).replace(/(Name|Emails?|Ids?)$/, '');
  return level(one) === level(other) && one.path.length === other.path.length;
};

const none = (path: string[]): string =>
  /Emails?$/.test(path.findLast((part) => part !== '0') ?? '')
    ? 'nobody@nowhere.example'
    : 'nothing-of-that-name';

/** Places in groups of which none hides another, as few as may be. */
function grouped(all: readonly Wrong[]): Wrong[][] {
  const groups: Wrong[][] = [];
  for (const one of all) {
    const fits = (group: Wrong[]) =>
      group.every((other) => !hides(one, other) && !hides(other, one) && !isSame(one, other));
    const group = groups.find(fits);
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.filter((group) => group.length > 1);
}

// X
const naming = mutations
  .map(({ name }) => ({ name, paths: namePositions(name) }))
  .filter(({ paths }) => paths.length > 0);

/**
 * The error of a mutation for each position alone that is missing with other errors, with the number of tested
 * positions.
 */
async function untold(name: string, paths: string[][]): Promise<{ left: string[]; asked: number }> {
  const call = (wrong: readonly { path: string[]; value: unknown }[]) =>
    mutate(api.ours, name, argumentsWith(name, wrong, ours), '__typename');
  const alone: Wrong[] = [];
  for (const path of paths) {
    const value = none(path);
    const answer = await call([{ path, value }]);
    const isUnknown = ['record_not_found', 'name_not_found'].includes(answer.code);
    if (isUnknown && answer.path !== null) alone.push({ path, value, told: answer.path });
  }
  const groups = grouped(alone);
  const left = await untoldBeside(name, alone);
  for (const group of groups) {
    const { errors = [] } = await call(group);
    const paths = errors.map(({ path }: { path: string }) => path);
    const missing = group.map(({ told }) => told).filter((received) => !paths.includes(received));
    if (missing.length > 0) left.push(`${name} tells ${paths}, and not ${missing}`);
  }
  return { left, asked: groups.flat().length };
}

/** A field of a mutation's input, or of its first item, that is no name, and an invalid value for it. */
function unreadable(name: string): { path: string[]; value: unknown } | undefined {
  const [input] = mutations.find((one) => one.name === name)?.args ?? [];
  const whole = fieldsOf(input);
  const items = whole.find((field) => field.name === 'items' && !whole.some(isText));
  const fields = items ? fieldsOf(items) : whole;
  const at = items ? ['input', 'items', '0'] : ['input'];
  const text = fields.find(isText);
  if (text) return { path: [...at, text.name], value: 'a\u0000b' };
  const amount = fields.find((field) => getNamedType(field.type).name === 'Decimal');
  return amount && { path: [...at, amount.name], value: '-1e30' };
}

function fieldsOf(field: GraphQLArgument | GraphQLInputField | undefined): GraphQLInputField[] {
  const type = field && getNamedType(field.type);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

/** Whether a field takes a text that names nothing. */
const isText = ({ name, type }: GraphQLInputField): boolean =>
  getNamedType(type).name === 'String' &&
  !isListType(getNullableType(type)) &&
  !/(Name|Emails?|Number|^name|query|token)$/.test(name);

/** The errors of a mutation that are missing if another field is invalid. */
async function untoldBeside(name: string, alone: readonly Wrong[]): Promise<string[]> {
  const wrong = unreadable(name);
  if (!wrong) return [];
  const left: string[] = [];
  for (const one of alone) {
    const answer = await mutate(
      api.ours,
      name,
      argumentsWith(name, [one, wrong], ours),
      '__typename',
    );
    const published = (answer.errors ?? []).map(({ path }: { path: string }) => path);
    const isWhole =
      published.includes(one.told) && published.includes(wrong.path.slice(1).join('.'));
    if (isWhole && answer.code === 'invalid_input') beside += 1;
    else
      left.push(
        `${name} tells ${answer.code} of ${published}, and not ${one.told} and ${wrong.path.at(-1)}`,
      );
  }
  return left;
}

let beside = 0;

test('every unknown name and id of an input is reported', async () => {
  const left: string[] = [];
  let requested = 0;
  for (const { name, paths } of naming) {
    const found = await untold(name, paths);
    left.push(...found.left);
    requested += found.asked;
  }
  expect(left).toEqual([]);
  expect(requested).toBeGreaterThan(60);
  expect(beside).toBeGreaterThan(60);
});
