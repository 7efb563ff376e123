/** Tests 23 structure files: include, sync, plan, apply, another sync, plan. No plan repeats, and no permission is lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { apply } from '../../../src/library/apply.ts';
import { drift } from '../../../src/library/drift.ts';
import { plan } from '../../../src/library/plan.ts';
import { memoryLedger } from '../../../src/library/platform.ts';
import { createPlatform } from '../../../src/server/index.ts';
import { loadDesired } from '../../config/memory-files.ts';
import { plantedIds, worldOf } from '../../support/live-world.ts';
import { localPlatform } from '../../support/local-platform.ts';
import { type FileItem, type StructureFile, simulateSync, syncTarget } from '../../support/simulated-sync.ts';

const files = readFileSync(join(import.meta.dirname, 'structures.yaml'), 'utf8')
  .split(/^---\n/m)
  .map((text) => ({ name: text.slice(2, text.indexOf('\n')), text, file: parse(text) as StructureFile }));

test('there are 23 files, and all names differ', () => {
  expect(new Set(files.map(({ name }) => name)).size).toBe(23);
});

function spacesIn(items: readonly FileItem[]): readonly FileItem[] {
  return items.flatMap((item) => (item.type === 'space' ? [item] : spacesIn(item.children ?? [])));
}

/** Every space gets another key, so that Git Sync replaces every space. Siblings are in reverse order. */
function rekeyed(items: readonly FileItem[]): readonly FileItem[] {
  return items
    .map(({ children, ...item }) => ({
      ...item,
      ...(item.type === 'space' ? { key: `${item.key}-again` } : {}),
      ...(children === undefined ? {} : { children: rekeyed(children) }),
    }))
    .reverse();
}

function desiredOf(text: string, site: string, organization: string) {
  const include = [{ files: 'gitbook-docs.yaml', writer: 'git-sync', site: 'docs' }];
  const head = { version: 1, include, teams: { writers: { title: 'Writers' } } };
  const known = loadDesired({ 'docform.yaml': stringify(head), 'gitbook-docs.yaml': text }, { organization });
  const keys = known.resources.filter(({ kind }) => kind === 'space').map(({ key }) => key);
  const access = { permissions: { teams: { writers: 'edit' } } };
  const configuration = {
    ...head,
    spaces: Object.fromEntries(keys.map((key) => [key, access])),
    sites: { docs: { id: site, visibility: 'unlisted', shareLinks: { globex: { name: 'Globex' } } } },
  };
  return loadDesired({ 'docform.yaml': stringify(configuration), 'gitbook-docs.yaml': text }, { organization });
}

test.each(files)(
  '$name: a replaced space is one line and gets its permission again, and no plan repeats',
  async (each) => {
    const world = worldOf({
      teams: { writers: { title: 'Writers' } },
      spaces: { seed: { title: 'Seed' } },
      sites: { docs: { title: 'Docs', structure: [{ space: 'seed', path: 'seed' }] } },
    });
    const site = plantedIds(world).get('sites/docs') ?? '';
    const reference = createPlatform({ seed: world, token: 'token-of-ana', strict: true, dialect: 'gitbook' });
    const platform = await localPlatform(reference);
    const { organization } = reference;
    const ledger = memoryLedger();
    const target = syncTarget({ platform, organization, site, dialect: 'gitbook' });
    const again = { site: { ...each.file.site, structure: rekeyed(each.file.site.structure) } };
    const count = spacesIn(each.file.site.structure).length;
    const rounds = [
      { text: each.text, file: each.file, replaced: 0 },
      { text: stringify(again), file: again, replaced: count },
    ];
    for (const { text, file, replaced } of rounds) {
      await simulateSync(target, file);
      const options = { desired: desiredOf(text, site, organization), platform, ledger, maxWaitMs: 0 };
      const planned = await plan(options);
      const { changes, pending } = planned.plan;
      expect({ pending, notes: planned.plan.notes.filter(({ text }) => !text.startsWith('the former space')) }).toEqual(
        {
          pending: [],
          notes: [],
        },
      );
      const told = changes.filter(({ address, why }) => /^spaces\/[^/]+$/.test(address) && why?.startsWith('replaced'));
      expect(told.map(({ why }) => why?.replace(/^.*; (?=permissions)/, ''))).toEqual(
        Array.from({ length: replaced }, () => 'permissions to grant again: 1'),
      );
      const granted = changes.filter(({ kind, action }) => kind === 'team-permission' && action === 'create');
      expect(granted.length).toBe(count);
      const drifted = await drift({ ...options, today: '2026-01-01' });
      const notes = drifted.drift.entries.flatMap(({ kind, note }) => (kind === 'space' && note ? [note] : []));
      expect(notes.filter((note) => note.startsWith('it was replaced by Git Sync')).length).toBe(replaced);
      await apply(planned, { platform, ledger, maxWaitMs: 0 });
      const second = (await plan(options)).plan;
      expect([second.changes, second.ledgerUpdates]).toEqual([[], undefined]);
      const found = await drift({ ...options, today: '2026-01-01' });
      expect(found.drift.entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
    }
    await reference.close();
  },
);
