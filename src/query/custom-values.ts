/** A custom field of the records of one type, by its mapping key. */
export interface CustomFieldReference {
  recordType: string;
  key: string;
  /** Where the request names the field. */
  path: string;
  /** The filter that the field has to accept. */
  filter?: CustomValueFilter;
}

export type CustomValueFilter = 'text' | 'number' | 'date' | 'flag' | 'choice';

/** The values of a custom field as a column. Values of another type are null. */
export interface CustomValueColumn extends CustomFieldReference {
  as: 'text' | 'number' | 'date' | 'flag' | 'orderNumber' | 'orderText';
}

/** Cursors contain the text. */
const maxOrderedLength = 255;

/** `$1` is the workspace. */
export function customValueSql(
  { as, key, recordType }: CustomValueColumn,
  alias: string,
  parameter: (value: unknown) => string,
): string {
  const own = parameter(key);
  const field = (sql: string) =>
    `(SELECT ${sql} FROM "CustomField" f WHERE f."accountId" = $1 AND f."recordType" = '${recordType}' AND f."mappingKey" = ${own})`;
  const text = `(${alias}."customValues" ->> ${field('f.id')})`;
  const number = `CASE WHEN length(${text}) <= 400 AND ${text} ~ '^-?\\d+(\\.\\d+)?$' THEN ${text}::numeric END`;
  const isDate = `${text} ~ '^\\d{4}-\\d\\d-\\d\\d'`;
  const isFlag = `${text} IN ('true', 'false')`;
  const isNumeric = field(`f.type IN ('NUMERIC', 'CURRENCY')`);
  switch (as) {
    case 'text':
      return text;
    case 'number':
      return `(${number})`;
    case 'date':
      return `((CASE WHEN ${isDate} THEN left(${text}, 10) END) COLLATE "C")`;
    case 'flag':
      return `(CASE WHEN ${isFlag} THEN ${text} END)`;
    case 'orderNumber':
      return `(CASE WHEN ${isNumeric} THEN ${number} END)`;
    case 'orderText':
      return `(CASE WHEN CASE ${field('f.type')} WHEN 'NUMERIC' THEN FALSE WHEN 'CURRENCY' THEN FALSE
        WHEN 'CHECKBOX' THEN ${isFlag} WHEN 'DATE' THEN ${isDate} ELSE TRUE END THEN left(${text}, ${maxOrderedLength}) END)`;
  }
}

/** Entries of the index on custom values: prefixes of days and numbers, or hashes of texts. */
export interface CustomValueKeys {
  fieldId: string;
  prefixes?: readonly string[];
  texts?: readonly string[];
}

/** PostgreSQL knows how many records have each key, because they are constants and the index has no condition. */
export function hasKeySql(
  { fieldId, prefixes, texts = [] }: CustomValueKeys,
  alias: string,
  parameter: (value: unknown) => string,
): string {
  const own = `${alias}."customValues"`;
  const hashes = texts.map(
    (text) => `${parameter(`${fieldId}=`)}::text || md5(lower(${parameter(text)}::text))`,
  );
  const keys = prefixes
    ? `${parameter(`{${prefixes.map((prefix) => JSON.stringify(`${fieldId}${prefix}`)).join(',')}}`)}::text[]`
    : `ARRAY[${hashes.join(', ')}]::text[]`;
  return `(CASE WHEN ${own} <> '{}'::jsonb THEN custom_value_keys(${own}) END && ${keys})`;
}
