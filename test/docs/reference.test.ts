/** The pages in docs/reference are up to date and complete. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { shapes } from '../../src/kinds/index.ts';
import { filesBelow, readSources } from '../support/sources.ts';
import { pageAt } from './pages.ts';
import { referenceFolder, referencePages } from './reference.ts';

const pages = referencePages();

test('docs/reference contains exactly the generated pages', () => {
  expect(filesBelow(referenceFolder, '.md')).toEqual([...pages.keys()].sort());
});

test.each([...pages])('%s is up to date (npm run docs:reference updates it)', (path, text) => {
  expect(pageAt(path).text).toBe(text);
});

test('every table cell has text, except defaults', () => {
  const rows = [...pages].flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => /^\| `/.test(line))
      .map((line) => ({
        path,
        cells: line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((each) => each.trim()),
      })),
  );
  const hollow = rows.filter(
    ({ cells }) =>
      cells.some((each, at) => each === '' && !(at === 2 && cells.length > 4)) ||
      cells.some((each) => /undefined|\[object/.test(each)),
  );
  expect(rows.length).toBeGreaterThan(400);
  expect(hollow).toEqual([]);
});

interface Part {
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

test('every example of the language is valid', () => {
  const schema = configurationSchema(shapes);
  const ajv = new Ajv({ strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  const faults: string[] = [];
  let seen = 0;
  const visit = (part: Part, path: string): void => {
    const { examples, ...rest } = part;
    if (Array.isArray(examples) && path !== '') {
      const isValid = ajv.compile({ ...rest, definitions: schema.definitions });
      for (const example of examples) {
        seen += 1;
        if (!isValid(example)) faults.push(`${path}: ${JSON.stringify(example)} ${ajv.errorsText(isValid.errors)}`);
      }
    }
    for (const [key, value] of Object.entries(rest))
      if (typeof value === 'object' && value !== null) visit(value as Part, `${path}/${key}`);
  };
  visit(schema, '');
  expect(faults).toEqual([]);
  expect(seen).toBeGreaterThan(120);
});

test('the reference explains every kind of document in the source', () => {
  const named = readSources('src').flatMap(({ text }) =>
    [...text.matchAll(/schemaVersion: \w+,\s+kind: '([a-z -]+)'/g)].map(([, kind]) => kind),
  );
  const told = pages.get(`${referenceFolder}/json.md`) ?? '';
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((kind) => !told.includes(`\n## ${kind}\n`))).toEqual([]);
});
