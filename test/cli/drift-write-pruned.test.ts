/** Tests `docform drift --write` with `prune: all`: the next apply would delete objects that a newly managed list does not declare. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const whole = `version: 1
policy: { prune: all }
spaces:
  home: { title: Home }
sites:
  docs:
    title: Docs
    basename: docs
    structure:
      - { section: guides, title: Guides, path: guides, spaces: [{ space: home }] }
`;

test('drift --write accepts a site with a link to an undeclared space only together with the space', async () => {
  const place = await workspace(whole, 'small');
  expect((await place.docform(['apply', '--yes', '--allow', 'spaces/home'])).exit).toBe(0);
  const { resources } = JSON.parse(await readFile(join(place.directory, 'docform.ledger.json'), 'utf8')) as {
    readonly resources: { readonly [address: string]: { readonly id: string } };
  };
  const spaceId = resources['spaces/home']?.id;
  const { entries } = JSON.parse((await place.docform(['drift', '--json'])).stdout) as {
    readonly entries: readonly { readonly id: string; readonly name: string }[];
  };
  const stray = entries.find(({ name }) => name === 'Changelog')?.id;
  const make = async (path: string, body: object) =>
    (await place.ask('POST', path, body)) as unknown as { readonly id: string };
  const site = await make('sites', { title: 'By hand', type: 'basic', visibility: 'unlisted' });
  await make(`sites/${site.id}/sections`, { spaceId, title: 'One' });
  const { id: sectionId } = await make(`sites/${site.id}/sections`, { spaceId, title: 'Two' });
  await make(`sites/${site.id}/site-spaces`, { spaceId: stray, sectionId });
  const refused = await place.docform(['drift', '--write', '--yes', `sites/id:${site.id}`]);
  expect(refused.exit).toBe(1);
  expect(refused.stderr).toContain(
    'error[E-EDIT-CHECK]: with the edited configuration, the apply after the next one would delete sites/by-hand/',
  );
  expect(await readFile(join(place.directory, 'docform.yaml'), 'utf8')).toBe(whole);
  const both = await place.docform(['drift', '--write', '--yes', `sites/id:${site.id}`, `spaces/id:${stray}`]);
  expect(both.stdout).toContain('Accepted 2 differences:');
  for (const _ of [1, 2]) expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await place.ask('GET', `sites/${site.id}/site-spaces`)).items).toHaveLength(3);
  await place.close();
});
