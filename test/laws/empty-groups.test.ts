/** Lists of the contract do not show the place of a group without sections. An apply reaches the desired state nevertheless, and the next plan is empty. */
import type fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { type Case, caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { runCase } from '../support/run-case.ts';
import { type Draw, drawn } from './draw.ts';
import { always } from './law.ts';

interface Item {
  readonly word: 'section' | 'group';
  readonly key: string;
  readonly items: readonly Item[];
}

const groups = ['g1', 'g2', 'g3'];
/** In every structure, so that the default section does not change. */
const home = 's1';
/** Their space is missing. In the `2025-06` dialect, only people can create it. */
const waiting = ['s3', 's4'];

/** Most groups are empty. */
function drawTree(draw: Draw, keys: readonly string[]): readonly Item[] {
  const shown = draw.some(groups);
  const sections = draw.shuffled(keys).map((key) => ({ key, place: draw.pick([null, ...shown]) }));
  const within = (at: string | null): readonly Item[] =>
    sections.flatMap(({ key, place }) => (place === at ? [{ word: 'section' as const, key, items: [] }] : []));
  return draw.shuffled([...within(null), ...shown.map((key) => ({ word: 'group' as const, key, items: within(key) }))]);
}

const spaceOf = (section: string): string => (waiting.includes(section) ? 'later' : 'home');

function written({ word, key, items }: Item): object {
  const named = { [word]: key, title: `Title ${key}` };
  if (word === 'group') return { ...named, sections: items.map(written) };
  return { ...named, path: key, spaces: [{ space: spaceOf(key), path: 'home' }] };
}

/** Some sites have no section before. */
const pairs = drawn((draw) => {
  const isBare = draw.chance(20);
  const [before, after] = [
    drawTree(draw, isBare ? [] : [home, ...draw.some(['s2', ...waiting])]),
    drawTree(draw, [...(isBare ? [] : [home]), ...draw.some(isBare ? waiting : ['s2', ...waiting])]),
  ];
  return { before, after, isAll: draw.chance(70), defaults: isBare ? {} : { defaultSection: home } };
});

type Drawn = typeof pairs extends fc.Arbitrary<infer T> ? T : never;

function writtenCase({ before, after, isAll, defaults }: Drawn, dialect: '2025-06' | 'gitbook'): Case {
  const structure = before.map(written);
  const isThere = JSON.stringify(structure).includes('later');
  return caseOf({
    dialect,
    // A deleted section or group could be the pending one under another name.
    allow: {
      addresses: [
        ...['s2', ...waiting].map((key) => `sites/docs/sections/${key}`),
        ...groups.map((key) => `sites/docs/groups/${key}`),
      ],
    },
    ledger: isAll ? 'all' : ['spaces/home', 'sites/docs'],
    live: {
      spaces: { home: null, ...(isThere ? { later: null } : {}) },
      sites: { docs: { ...defaults, structure } },
    },
    desired: [
      'spaces: { home: { title: Home }, later: { title: Later } }',
      `sites: ${JSON.stringify({ docs: { ...defaults, structure: after.map(written) } })}`,
    ].join('\n'),
  });
}

test.each(['2025-06', 'gitbook'] as const)('every structure with empty groups converges: %s', async (dialect) => {
  let pending = 0;
  await always(80, [pairs], async (drawn) => {
    const run = await runCase(writtenCase(drawn, dialect));
    const told = JSON.stringify(drawn) + run.planText + run.requests + run.secondText;
    expect(run.faults, told).toEqual([]);
    expect(run.second.plan.changes, told).toEqual([]);
    expect(run.differences, told).toEqual([]);
    pending += run.planned.plan.pending.length;
  });
  expect(pending > 50, 'only in the contract').toBe(dialect === '2025-06');
});

test('a partial plan of groups converges: a group that stays empty is not moved', async () => {
  let applied = 0;
  await always(60, [pairs], async (drawn) => {
    const { options, reference } = await openCase(writtenCase(drawn, '2025-06'));
    const scoped = { ...options, scope: { only: ['sites/docs/groups/*'] } };
    const planned = await plan(scoped);
    if (!isBlocked(planned.plan)) {
      applied += remoteChanges(planned.plan).length;
      await apply(planned, options);
      expect(remoteChanges((await plan(scoped)).plan), JSON.stringify(drawn)).toEqual([]);
    }
    reference.close();
  });
  expect(applied, 'or the law tests little').toBeGreaterThan(20);
});
