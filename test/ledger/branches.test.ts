/** Merges of ledgers from two branches never contain anything that neither side meant. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serialiseLedger } from '../../src/ledger/ledger.ts';
import { mergeLedgerTexts } from '../../src/library/ledger.ts';
import { builtEntry } from '../cli/spawned.ts';
import { directoryWith } from '../support/directory.ts';
import { branchingOf, mergedByGit, type Outcome, type Outcomes, randomOf, sorts } from './branches.ts';
import { target } from './entries.ts';
import { parseLedger } from './parse-ledger.ts';

const merges = Number(process.env.DOCFORM_MERGES ?? 20);

/** For example `20 right`, or `3 right 17 told`. */
function figure(outcomes: readonly Outcomes[], way: keyof Outcomes): string {
  const ways: readonly Outcome[] = ['right', 'told', 'unknown', 'wrong'];
  const counts = ways.map((outcome) => [outcome, outcomes.filter((each) => each[way] === outcome).length] as const);
  return counts.flatMap(([outcome, count]) => (count === 0 ? [] : [`${count} ${outcome}`])).join(' ');
}

describe('two branches of one ledger', () => {
  for (const [at, sort] of sorts.entries()) {
    test(`${sort}: results of ${merges} random merges in a real repository`, async () => {
      const random = randomOf(at + 1);
      const outcomes = await mergedByGit(Array.from({ length: merges }, () => branchingOf(sort, random)));
      const [plain, byHand, union, driver] = (['plain', 'byHand', 'union', 'driver'] as const).map((way) =>
        figure(outcomes, way),
      );
      if (process.env.DOCFORM_MERGES !== undefined)
        process.stdout.write(
          `${sort}: plain ${plain}; markers taken out ${byHand}; union ${union}; driver ${driver}\n`,
        );
      expect(driver).toBe(`${merges} right`);
      expect(plain).not.toContain('wrong');
      expect([union, byHand].join()).not.toContain('wrong');
      if (/^(both (add|note)|one removes|each adds one)/.test(sort))
        expect([union, byHand]).toEqual([`${merges} right`, `${merges} right`]);
      if (/^both change/.test(sort)) expect([union, byHand]).toEqual([`${merges} unknown`, `${merges} unknown`]);
    });
  }
});

const text = (
  resources: {
    readonly [address: string]: { readonly id: string; readonly applied?: { readonly [field: string]: string } };
  },
  more = {},
) => serialiseLedger({ resources, lists: [], ...more }, target);

describe('merging changes of both sides', () => {
  const base = text({ 'teams/a': { id: 't1' }, 'teams/b': { id: 't2' } });

  test('two objects at one address are a conflict, with both lines between markers', () => {
    const [ours, theirs] = [
      text({ 'teams/a': { id: 't1' }, 'teams/c': { id: 't3' } }),
      text({ 'teams/a': { id: 't1' }, 'teams/c': { id: 't4' } }),
    ];
    const merged = mergeLedgerTexts({ base, ours, theirs });
    expect(merged.conflicts).toEqual([{ address: 'teams/c', ours: { id: 't3' }, theirs: { id: 't4' } }]);
    expect(merged.text).toContain(
      '<<<<<<< ours\n    "teams/c": {"id":"t3"},\n=======\n    "teams/c": {"id":"t4"},\n>>>>>>> theirs\n    "": {}\n',
    );
    expect(() => parseLedger(merged.text, target)).toThrow('is a merge conflict marker');
    expect(() => parseLedger(merged.text.replace(/^[<=>]{7}.*\n/gm, ''), target)).toThrow(
      'duplicate entry teams/c, with the ids t3 and t4',
    );
  });

  test('an entry that one side forgot and the other applied is a conflict, so nothing forgotten returns silently', () => {
    const ours = text({ 'teams/b': { id: 't2' } });
    const theirs = text({ 'teams/a': { id: 't1', applied: { title: 'ab' } }, 'teams/b': { id: 't2' } });
    expect(mergeLedgerTexts({ base, ours, theirs }).conflicts.map(({ address }) => address)).toEqual(['teams/a']);
    expect(mergeLedgerTexts({ base, ours: theirs, theirs: ours }).conflicts).toHaveLength(1);
  });

  test('a field or an order that both sides changed becomes unknown', () => {
    const side = (mark: string, order: string) =>
      text(
        { 'teams/a': { id: 't1', applied: { title: mark, same: 'ff' } }, 'teams/b': { id: 't2' } },
        { orders: { 'sites/a': order, 'sites/b': 'aaaaaa.bbbbbb' } },
      );
    const merged = mergeLedgerTexts({ base, ours: side('aa', '0000aa.0000bb'), theirs: side('bb', '0000bb.0000aa') });
    expect(merged.conflicts).toEqual([]);
    const { resources, orders } = parseLedger(merged.text, target);
    expect(resources['teams/a']).toEqual({ id: 't1', applied: { same: 'ff' } });
    expect(orders).toEqual({ 'sites/b': 'aaaaaa.bbbbbb' });
  });

  test('the later invitation of a person is kept, and other marks of both sides become unknown', () => {
    const invited = (day: string) => `12ab34cd56ef7 invited 2026-11-${day}T09:00:00.000Z {}`;
    const side = (...marks: readonly string[]) =>
      text({}, { pending: { 'members/bo@acme.dev': marks[0], 'members/cy@acme.dev': marks[1] } });
    const [ours, theirs] = [side(invited('24'), 'aaaaaaaaaaaaa'), side(invited('25'), 'bbbbbbbbbbbbb')];
    const kept = { 'members/bo@acme.dev': invited('25') };
    expect(parseLedger(mergeLedgerTexts({ base: text({}), ours, theirs }).text, target).pending).toEqual(kept);
    const union = ours.replace(
      '  "pending": {',
      `  "pending": {\n${theirs.split('"pending": {\n')[1]?.split('    "": ""')[0]}`,
    );
    expect(parseLedger(union, target).pending).toEqual(kept);
  });

  test('ledgers of two targets are not merged', () => {
    const theirs = serialiseLedger({ resources: {}, lists: [] }, { ...target, organization: 'o2' });
    expect(() => mergeLedgerTexts({ base, ours: base, theirs })).toThrow(
      'ours belongs to o1 on api.acme.dev, theirs to o2',
    );
    expect(() => mergeLedgerTexts({ base, ours: base, theirs: '{' })).toThrow(/^theirs: not JSON/);
  });

  test('ledgers without a common ancestor are merged', () => {
    const theirs = serialiseLedger({ resources: { 'teams/x': { id: 't9' } }, lists: [] }, target);
    const merged = mergeLedgerTexts({ base: '', ours: base, theirs });
    expect(Object.keys(parseLedger(merged.text, target).resources)).toEqual(['teams/a', 'teams/b', 'teams/x']);
  });
});

describe('docform ledger merge as a merge driver', () => {
  let directory = '';

  test('as a driver of Git, it merges additions of both sides and marks contradictions as conflicts', () => {
    directory = directoryWith();
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', directory, '-c', 'user.name=Ana', '-c', 'user.email=ana@acme.dev', ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    const commit = (branch: string, ledger: string) => {
      git('checkout', '-q', '-B', branch);
      writeFileSync(join(directory, 'docform.ledger.json'), ledger);
      git('add', '--all');
      git('commit', '-q', '--allow-empty', '-m', branch);
    };
    git('init', '-q');
    git('config', 'merge.docform.driver', `'${process.execPath}' '${builtEntry()}' ledger merge %O %A %B`);
    writeFileSync(join(directory, '.gitattributes'), 'docform.ledger*.json merge=docform\n');
    commit('base', text({ 'teams/a': { id: 't1' } }));
    commit('theirs', text({ 'teams/a': { id: 't1' }, 'teams/z': { id: 't3' } }));
    git('checkout', '-q', 'base');
    commit('ours', text({ 'teams/a': { id: 't1' }, 'teams/y': { id: 't2' } }));
    git('merge', '-q', 'theirs', '-m', 'Merge');
    const read = () => readFileSync(join(directory, 'docform.ledger.json'), 'utf8');
    expect(Object.keys(parseLedger(read(), target).resources)).toEqual(['teams/a', 'teams/y', 'teams/z']);
    git('checkout', '-q', 'base');
    commit('third', text({ 'teams/a': { id: 't1' }, 'teams/y': { id: 't9' } }));
    expect(() => git('merge', '-q', 'ours', '-m', 'Merge')).toThrow();
    expect(git('status', '--porcelain')).toContain('UU docform.ledger.json');
    expect(read()).toContain(
      '<<<<<<< ours\n    "teams/y": {"id":"t9"},\n=======\n    "teams/y": {"id":"t2"},\n>>>>>>> theirs\n',
    );
  });
});
