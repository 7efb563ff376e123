/** Tests that `docform import ADDRESS...` imports only these resources and the parents and references that they need. */
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { acme, closeWorkspaces, expectEmptyPlan, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

describe('import of chosen addresses', () => {
  test.each([
    ['refers to other objects', [], /^\{ external: \{ id: \w{20} \} \}$/],
    ['includes only enough of their references to identify them', ['--manage-references'], /^\{ title: FAQ \}$/],
  ])('includes their parents, and %s', async (_, flags, space) => {
    const place = await importWorkspace(acme);
    expect((await place.docform(['import', 'sites/docs/sections/help', 'teams/docs', ...flags])).exit).toBe(0);
    const text = await place.file('docform.yaml');
    const [before = '', faq = '', after = ''] = text.slice(text.indexOf('teams:')).split(/(?<= faq: )(.+)/);
    expect(faq).toMatch(space);
    expect(before + after).toBe(
      'teams:\n  docs:\n    title: Docs\n    members:\n      bo@acme.dev: owner\n\nspaces:\n  faq: \n\n' +
        'sites:\n  docs:\n    title: Docs\n    basename: docs\n    structure:\n      - section: help\n        title: Help\n        path: help\n' +
        '        spaces:\n          - { space: faq, path: faq }\n',
    );
    await expectEmptyPlan(place);
  });

  test('accepts addresses of lists', async () => {
    const place = await importWorkspace(acme);
    await place.docform(['import', 'teams']);
    expect(await place.file('docform.yaml')).toMatch(
      /\nteams:\n {2}docs:\n[\s\S]*\n {2}support: \{ title: Support \}\n$/,
    );
    await expectEmptyPlan(place);
  });

  test('reports missing resources, and writes nothing', async () => {
    const place = await importWorkspace(acme);
    const { exit, stderr } = await place.docform(['import', 'teams/nobody', 'teams/docs']);
    expect({ exit, stderr }).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('teams/nobody: no object has this address'),
    });
    expect(await place.files()).toEqual([]);
  });

  test('is rejected if the ledger would then delete the rest', async () => {
    const place = await importWorkspace(acme);
    await place.docform(['import', 'teams']);
    await rm(`${place.directory}/docform.yaml`);
    const { exit, stderr } = await place.docform(['import', 'teams/docs']);
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('error[E-IMPORT-DIFFERS]') });
    expect(stderr).toContain('delete teams/support');
    expect(await place.files()).toEqual(['docform.ledger.json']);
  });
});
