import type { SearchType } from './searched-fields.ts';
import { digitsSql, normalizedSql, searchedType, searchTextSql } from './searched-fields.ts';

/** Per type and rank. Bounds the cost of a query that most records match. */
export const maxCandidates = 200;

/** Ranks, the best first. */
export const matchKinds = ['EXACT', 'PREFIX', 'WORD', 'PART'] as const;

const escapedWords = `regexp_replace(${normalizedSql('$2::text')}, '([\\\\%])', '\\\\\\1', 'g')`;

/** The patterns of each rank, in the order of {@link matchKinds}. A null pattern matches nothing. */
const patternsSql = `SELECT p.* FROM (SELECT ${escapedWords} AS words) w
  CROSS JOIN LATERAL (SELECT w.words, nullif($5::text, w.words) AS digits) q
  CROSS JOIN LATERAL (VALUES (0, '% Q' || q.words || 'Z%', '% Q' || q.digits || 'Z%'),
    (1, '% Q' || q.words || '%', '% Q' || q.digits || '%'),
    (2, CASE WHEN $3 THEN '% ' || q.words || '%' END, NULL),
    (3, CASE WHEN $4 THEN '%' || q.words || '%' END, '%' || q.digits || '%')) p(rank, words, digits)`;

const rankSql = (normalizedText: string, phones: string) =>
  `(SELECT min(p.rank) FROM pattern p WHERE ${normalizedText} LIKE p.words OR (${phones} <> '{}' AND ${normalizedText} LIKE p.digits))`;

function candidatesSql(type: SearchType): string {
  const { model, title, fields, phones = [], hidden = 'false' } = searchedType(type);
  const text = searchTextSql(type);
  const names = Object.keys(fields);
  const phoneOrdinals = phones.map((name) => names.indexOf(name) + 1);
  const matches = `(${text} LIKE p.words${phones.length > 0 ? ` OR ${text} LIKE p.digits` : ''})`;
  return `(SELECT '${type}' AS type, t.id, ${title} AS title, ARRAY[${Object.values(fields).join(', ')}] AS texts,
      '{${phoneOrdinals}}'::int[] AS phones, ${text} AS form
    FROM "${model}" t WHERE t."accountId" = $1 AND NOT (${hidden}) AND ${matches} LIMIT $10::int)`;
}

/**
 * Parameters: workspace, words, whether beginnings and parts of words are compared, digits, cursor (rank, title, id), limit,
 * maximum of candidates. The inner limits need no ORDER BY rank: the nested loop reads the ranks in their order, and stops when the
 * page is full. If the maximum was a literal, PostgreSQL would plan every execution in a small workspace.
 */
export function searchSql(types: readonly SearchType[]): string {
  const normalizedText = normalizedSql(
    `'|' || CASE WHEN v.ordinal = ANY (h.phones) THEN ${digitsSql('v.text')} ELSE v.text END || '|'`,
  );
  return `WITH pattern AS MATERIALIZED (${patternsSql})
  SELECT h.type, h.id, h.title, h.rank, h.key, f.ordinal::int AS ordinal, f.text AS value
  FROM (SELECT p.rank, c.* FROM (SELECT p.* FROM pattern p WHERE $6::int IS NULL OR p.rank >= $6::int ORDER BY p.rank) p
    CROSS JOIN LATERAL (SELECT c.* FROM (SELECT c.*, left(lower(c.title), 100) AS key
        FROM (${types.map(candidatesSql).join(' UNION ALL ')}) c) c
      WHERE ${rankSql('c.form', 'c.phones')} = p.rank AND ($6::int IS NULL OR (p.rank, c.key, c.id) > ($6::int, $7::text, $8::text))
      ORDER BY c.key, c.id LIMIT $9::int) c
    LIMIT $9::int) h
  CROSS JOIN LATERAL (SELECT v.ordinal, v.text FROM unnest(h.texts) WITH ORDINALITY AS v(text, ordinal)
    CROSS JOIN LATERAL (SELECT ${normalizedText} AS form OFFSET 0) n WHERE v.text IS NOT NULL
    ORDER BY ${rankSql('n.form', 'h.phones')}, v.ordinal LIMIT 1) f
  ORDER BY h.rank, h.key, h.id`;
}
