/** The guide lists every table that docform creates in PostgreSQL. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the guide lists the tables of PostgreSQL, and counts them', () => {
  const sql = readFileSync('src/ledger/assets/postgres-tables.sql', 'utf8');
  const created = [...sql.matchAll(/^create table \{(\w+)\}/gm)].map(([, name = '']) =>
    name === 'version' ? 'docform_schema' : `docform_${name}`,
  );
  const guide = readFileSync('docs/guides/backends.md', 'utf8');
  const listed = [...guide.matchAll(/^\| (`docform_[^|]+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/docform_\w+/g) ?? [],
  );
  expect([...listed].sort()).toEqual([...created].sort());
  expect(created).toHaveLength(10);
  expect(guide).toContain('docform uses ten tables');
});
