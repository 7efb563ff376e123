/** Tests that `docform import` keeps the position of declared resources that are not applied yet. */
import { afterEach, describe, expect, test } from 'vitest';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

describe.each([
  ['before a group', '      - group: all'],
  ['before a section', '      - section: help'],
  ['before the first of a group', '          - section: guides'],
])('with a new section that is not applied yet %s', (_, neighbour) => {
  test.each([[[]], [['sites/docs']]])(
    'import %j keeps the position of the new section and reports it',
    async (addresses: readonly string[]) => {
      const grouped = {
        spaces: { home: { title: 'Home' }, faq: { title: 'FAQ' }, more: { title: 'More' } },
        sites: {
          docs: {
            title: 'Docs',
            structure: [
              {
                group: 'all',
                title: 'All',
                sections: [{ section: 'guides', title: 'Guides', spaces: [{ space: 'home' }] }],
              },
              { section: 'help', title: 'Help', spaces: [{ space: 'faq' }] },
            ],
          },
        },
      };
      const { docform, file, write } = await importWorkspace(grouped);
      expect((await docform(['import'])).exit).toBe(0);
      const indent = /^ */.exec(neighbour)?.[0] ?? '';
      const fresh = ['- section: fresh', '  title: Fresh', '  path: fresh', '  spaces: [{ space: more }]'].map(
        (line) => `${indent}${line}\n`,
      );
      const text = (await file('docform.yaml')).replace(neighbour, `${fresh.join('')}${neighbour}`);
      await write('docform.yaml', text);
      const { exit, stdout, stderr } = await docform(['import', ...addresses]);
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      expect(stdout).toContain('Declared but not on the platform yet (unchanged): sites/docs/sections/fresh');
      expect(await file('docform.yaml')).toBe(text);
    },
  );
});
