import { isInputObjectType, isRequiredInputField } from 'graphql';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { schema } from '../../src/schema/index.ts';

const { models } = getDatamodel().datamodel;

/** Types of records of which no two in a workspace have the same name, and which are made of a name alone. */
export function ofANameAlone(): string[] {
  const isMade = (type: string) => {
    const input = schema.getType(`Create${type}Input`);
    if (!isInputObjectType(input)) return false;
    const required = Object.values(input.getFields()).filter(isRequiredInputField);
    return required.map(({ name }) => name).join() === 'name';
  };
  const isUnique = (fields: readonly string[]) => fields.join() === 'accountId,name';
  return Object.entries(models)
    .filter(([, { uniqueIndexes }]) => uniqueIndexes.some(({ fields }) => isUnique(fields)))
    .map(([type]) => type)
    .filter((type) => isMade(type) && schema.getMutationType()?.getFields()[`replace${type}`]);
}
