import type { SearchType } from './searched-fields.ts';
import { digitsSql, normalizedSql, searchedType, searchTextSql } from './searched-fields.ts';

/** Records of a type that are compared in each rank: a bound for queries that most records match. */
export const maxCandidates = 200;

/** Ranks, the best first. */
export const matchKinds = ['EXACT', 'PREFIX', 'WORD', 'PART'] as const;

type MatchKind = (typeof matchKinds)[number];

const likePatterns: Readonly<Record<MatchKind, (words: string) => string>> = {
  EXACT: (words) => `'% Q' || ${words} || 'Z%'`,
  PREFIX: (words) => `'% Q' || ${words} || '%'`,
  WORD: (words) => `CASE WHEN $3 THEN '% ' || ${words} || '%' END`,
  PART: (words) => `CASE WHEN $4 THEN '%' || ${words} || '%' END`,
};

const withDigits: readonly MatchKind[] = ['EXACT', 'PREFIX', 'PART'];

/** A null pattern matches nothing. */
function patternsSql(): string {
  const columns = matchKinds.flatMap((kind) => [
    `${likePatterns[kind]('p.words')} AS "${kind}"`,
    ...(withDigits.includes(kind) ? [`${likePatterns[kind]('p.digits')} AS "${kind} DIGITS"`] : []),
  ]);
  const escaped = `regexp_replace(${normalizedSql('$2::text')}, '([\\\\%])', '\\\\\\1', 'g')`;
  return `pattern AS MATERIALIZED (SELECT ${columns.join(', ')}
    FROM (SELECT ${escaped} AS words, $5::text AS digits) p)`;
}

/** Subqueries, so that the indexes get the patterns as values. */
const pattern = (name: string) => `(SELECT p."${name}" FROM pattern p)`;

const matchesSql = (text: string, kind: MatchKind, hasDigits: boolean) => {
  const words = `${text} LIKE ${pattern(kind)}`;
  return hasDigits && withDigits.includes(kind)
    ? `(${words} OR ${text} LIKE ${pattern(`${kind} DIGITS`)})`
    : words;
};

function candidatesSql(type: SearchType, kind: MatchKind): string {
  const { model, title, fields, phones = [], hidden = 'false' } = searchedType(type);
  const text = searchTextSql(type);
  const names = Object.keys(fields);
  const places = phones.map((name) => names.indexOf(name) + 1);
  return `(SELECT '${type}' AS type, t.id, ${title} AS title, ARRAY[${Object.values(fields).join(', ')}] AS texts,
      '{${places}}'::int[] AS phones, ${text} AS form
    FROM "${model}" t WHERE t."accountId" = $1 AND NOT (${hidden})
      AND ${matchesSql(text, kind, phones.length > 0)} LIMIT ${maxCandidates})`;
}

/** Read only if better ranks do not fill the page. */
function rankSql(types: readonly SearchType[], kind: MatchKind, rank: number): string {
  const better = matchKinds.slice(0, rank);
  const conditions = [
    `($6::int IS NULL OR $6::int <= ${rank})`,
    ...better.map((one) => `NOT coalesce(${matchesSql('c.form', one, true)}, false)`),
    `($6::int IS NULL OR (${rank}, c.key, c.id) > ($6::int, $7::text, $8::text))`,
  ];
  const found = better.map((one) => `(SELECT count(*) FROM "${one}")`).join(' + ');
  const isNeeded = found === '' ? '' : `AND ${found} < $9::int`;
  return `"${kind}" AS MATERIALIZED (SELECT c.*, ${rank} AS rank FROM (
    SELECT c.*, left(lower(c.title), 100) AS key
    FROM (${types.map((type) => candidatesSql(type, kind)).join(' UNION ALL ')}) c) c
    WHERE ${conditions.join(' AND ')} ${isNeeded}
    ORDER BY c.key, c.id LIMIT $9::int)`;
}

/** Parameters: workspace, words, whether beginnings and parts of words are compared, digits, cursor (rank, title, id), limit. */
export function searchSql(types: readonly SearchType[]): string {
  const ranks = matchKinds.map((kind, rank) => rankSql(types, kind, rank));
  const hits = matchKinds.map((kind) => `SELECT * FROM "${kind}"`).join(' UNION ALL ');
  const form = normalizedSql(
    `'|' || CASE WHEN v.place = ANY (h.phones) THEN ${digitsSql('v.text')} ELSE v.text END || '|'`,
  );
  const best = matchKinds.map(
    (kind, rank) => `WHEN ${matchesSql('n.form', kind, true)} THEN ${rank}`,
  );
  return `WITH ${patternsSql()},
  ${ranks.join(',\n  ')}
  SELECT h.type, h.id, h.title, h.rank, h.key, f.place::int AS place, f.text AS value
  FROM (SELECT h.* FROM (${hits}) h ORDER BY h.rank, h.key, h.id LIMIT $9::int) h
  CROSS JOIN LATERAL (SELECT v.place, v.text FROM unnest(h.texts) WITH ORDINALITY AS v(text, place)
    CROSS JOIN LATERAL (SELECT ${form} AS form) n WHERE v.text IS NOT NULL
    ORDER BY CASE ${best.join(' ')} ELSE 4 END, v.place LIMIT 1) f
  ORDER BY h.rank, h.key, h.id`;
}
