/** The plan as text, grouped by location: each change appears once, creates precede moves into them, and no line exceeds the terminal. */
import { expect, test } from 'vitest';
import { isStateOnly, type PlanView } from '../../src/plan/result/change.ts';
import { blocksText } from '../../src/report/blocks/text.ts';
import { reportOf } from '../../src/report/plan/plan-report.ts';
import { changesBlocks, planText } from '../../src/report/plan/text.ts';
import { widthOf } from '../../src/report/wording/sanitize.ts';
import { actionWords } from '../../src/report/wording/words.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';
import { itemsIn } from './expand.ts';
import { change, planWith } from './plans.ts';
import { planRestructure } from './restructure.ts';

interface Told {
  readonly symbol: string;
  readonly address: string;
}

/** Every change in the text, in its order. */
function toldIn(text: string): readonly Told[] {
  return text.split('\n').flatMap((line) => {
    const [, symbol = '', rest = ''] = /^ {2}(?:! )?([+~>=-]|-\/\+) (.*)$/.exec(line) ?? [];
    if (symbol === '') return [];
    const group = /^(\d+) of (\S+): (.*)$/.exec(rest);
    if (group === null) return [{ symbol, address: /^\S+/.exec(rest)?.[0] ?? '' }];
    const [, number, list, packed = ''] = group;
    const items = itemsIn(packed);
    expect(items.length).toBe(Number(number));
    return items.map(({ key }) => ({ symbol, address: `${list}/${key}` }));
  });
}

const changesTold = (changes: PlanView['changes']) =>
  blocksText(changesBlocks(reportOf({ ...planWith([]), changes }), false));

function expectEachOnce({ changes }: Pick<PlanView, 'changes'>): number {
  const remote = changes.filter(({ action }) => !isStateOnly(action));
  const told = toldIn(changesTold(remote));
  const key = ({ symbol, address }: Told) => `${symbol} ${address}`;
  expect(told.map(key).sort()).toEqual(
    remote.map(({ action, address }) => key({ symbol: actionWords[action].symbol, address })).sort(),
  );
  const creates = new Map(told.map(({ symbol, address }, at) => [symbol === '+' ? address : '', at]));
  for (const { action, address, fields } of remote) {
    const at = told.findIndex((each) => each.symbol === '>' && each.address === address);
    if (action !== 'move') continue;
    for (const { after } of fields) expect(creates.get(String(after)) ?? -1).toBeLessThan(at);
  }
  return told.length;
}

test('creates and deletes precede their consequences in other locations, and moves out precede a delete', () => {
  const linked = (address: string, action: 'create' | 'delete', to: string) =>
    change(address, action, {
      fields: [
        {
          field: 'space',
          isReference: true,
          before: action === 'delete' ? to : undefined,
          after: action === 'delete' ? undefined : to,
        },
      ],
    });
  const into = {
    field: 'group',
    isReference: true as const,
    before: 'sites/b/groups/old',
    after: 'sites/b/groups/new',
  };
  const changes = [
    linked('sites/a/spaces/gone', 'delete', 'spaces/gone'),
    linked('sites/b/sections/s/spaces/fresh', 'create', 'spaces/fresh'),
    change('sites/b/groups/old', 'delete'),
    change('sites/b/sections/s', 'move', { fields: [into] }),
    change('sites/b/groups/new', 'create'),
    change('spaces/gone', 'delete'),
    change('spaces/fresh', 'create'),
    change('sites/c', 'update', { fields: [{ field: 'title', before: 'A', after: 'B' }] }),
    change('settings', 'update'),
  ];
  expect(toldIn(changesTold(changes)).map(({ symbol, address }) => `${symbol} ${address}`)).toEqual([
    '~ sites/c',
    '+ spaces/fresh',
    '- spaces/gone',
    '- sites/a/spaces/gone',
    '+ sites/b/groups/new',
    '> sites/b/sections/s',
    '+ sites/b/sections/s/spaces/fresh',
    '- sites/b/groups/old',
    '~ settings',
  ]);
  // A new space that a site creates is a consequence of the site.
  const brought = [
    linked('sites/a/spaces/home', 'create', 'spaces/home'),
    change('spaces/home', 'create', { cause: 'companion', why: 'with sites/a' }),
  ];
  expect(toldIn(changesTold(brought)).map(({ address }) => address)).toEqual(['sites/a/spaces/home', 'spaces/home']);
});

test('each change of a generated organization is printed once, within the width and after the create of its target', async () => {
  let all = 0;
  await journeys(6, [pairsOf('everything')], async (journey, { before, after }) => {
    for (const outline of [before, after]) {
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      all += expectEachOnce(planned.plan);
      for (const columns of [80, 110])
        expect(
          planText(planned.plan, { columns })
            .split('\n')
            .filter((line) => widthOf(line) > columns),
        ).toEqual([]);
    }
  });
  expect(all).toBeGreaterThan(50);
});

test('a restructure of 26 changes prints one tree of the navigation at any width', async () => {
  const { plan, requests } = await planRestructure();
  expect(plan.changes.length).toBe(26);
  expect(expectEachOnce(plan)).toBe(26);
  const [narrow = '', wide = ''] = [80, 120].map((columns) => planText(plan, { columns, requests }));
  expect(narrow).toContain('  >   Payments       /pay (was /payments)  from Products, condition removed\n');
  expect(wide).toContain('  >   Guides         /how-to (was /)  from the top level');
  for (const text of [narrow, wide]) {
    expect(text).toContain(
      `${plan.impact.filter(({ severity }) => severity === 'high-risk').length} high-risk changes.\n`,
    );
    expect(text).toContain('\nPlan: 3 to create, 10 to update, 5 to move, 8 to delete. 22 API requests.\n');
    expect(text).toContain('\nCannot be reverted\n');
    expect(text).toMatch(
      / {2}! - 2 of sites\/acme-docs\/sections\/payments\/spaces: payments-fr\s+"Payments\s+FR"\s+\(KqFpu25LwCP16Ucmp3jZ\)/,
    );
  }
});
