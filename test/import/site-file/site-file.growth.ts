/** Measures that a site-structure file is converted in time proportional to its size. */
import { expect, test } from 'vitest';
import { importSiteFile } from '../../../src/library/import-site-file.ts';
import { aboutLinear, growthOf } from '../../support/growth.ts';

const section = (at: number) =>
  `{ type: section, key: s${at}, title: Section ${at}, path: s${at}, children: [{ type: space, key: p${at}, title: Space ${at}, path: p${at} }] }`;
const siteOf = (sections: number) =>
  `site:\n  title: Big\n  structure:\n${Array.from({ length: sections }, (_, at) => `    - ${section(at)}\n`).join('')}`;

test('thousands of sections take time proportional to their number', async () => {
  const growth = await growthOf(async (size) => {
    const imported = await importSiteFile({ file: 'docs.yaml', text: siteOf(size) });
    expect('spaces' in imported && imported.spaces).toHaveLength(size);
  }, 500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
