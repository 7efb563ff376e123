/** If one listing of a site is refused, docform deletes nothing that only this listing could explain. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { noting, refusing } from '../support/local-platform.ts';

/** Writes of a case while listings that match `refused` are refused. */
async function writesWithout(
  name: string,
  refused: RegExp,
): Promise<{ readonly writes: readonly string[]; readonly notes: string }> {
  const writes: string[] = [];
  const notingWrites = noting(({ method, path }) => void (method !== 'GET' && writes.push(`${method} ${path}`)));
  const without = refusing((path) => refused.test(path));
  const { reference, before, options } = await openCase(readCase(name), (send) => notingWrites(without(send)));
  const planned = await plan(options);
  await apply(planned, options);
  reference.close();
  expect((await options.ledger.load()).ledger.resources).toMatchObject(before.resources);
  return { writes, notes: planned.plan.notes.map(({ text }) => text).join('\n') };
}

const sections = /\/sections$/;
const groups = /\/section-groups$/;
const siteSpaces = /\/site-spaces$/;

test.each([
  ['site/flat-one-becomes-sectioned', sections],
  ['site/flat-one-is-parted-into-sections', sections],
  ['site-space/goes-to-another-section', sections],
  ['section-group/holding-what-nobody-manages-is-not-deleted', sections],
  ['section/that-is-dropped-is-deleted', siteSpaces],
] as const)(
  '%s: while %s is refused, no write is sent, and the plan lists the objects that it keeps',
  async (name, refused) => {
    const { writes, notes } = await writesWithout(name, refused);
    expect(writes).toEqual([]);
    expect(notes).toContain('not deleted now');
  },
);

test.each([
  'section-group/is-adopted-by-its-title',
  'section/moves-from-one-group-to-another',
  'section-group/title-and-icon-change',
])('%s: while groups are refused, no section leaves its group', async (name) => {
  expect((await writesWithout(name, groups)).writes).toEqual([]);
});
