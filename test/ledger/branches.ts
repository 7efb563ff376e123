/** Ledgers of two branches, merged by Git: without a driver, with `merge=union`, and with the driver of docform. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger, LedgerEntry } from '../../src/core/state.ts';
import { goneAfter, serialiseLedger } from '../../src/ledger/ledger.ts';
import { mergeLedgerTexts } from '../../src/library/ledger.ts';
import { directoryWith } from '../support/directory.ts';
import { target } from './entries.ts';
import { parseLedger } from './parse-ledger.ts';

type Change = (ledger: Ledger) => Ledger;
export interface Branching {
  readonly base: Ledger;
  readonly ours: Ledger;
  readonly theirs: Ledger;
  /** The intention of both sides. */
  readonly both: Ledger;
}

/** From 0 to below `n`. */
export type Random = (n: number) => number;
export function randomOf(seed: number): Random {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const none: Ledger = { resources: {}, lists: [] };
const hex = (random: Random) =>
  random(2 ** 24)
    .toString(16)
    .padStart(6, '0');
const entryOf = (random: Random): LedgerEntry => ({
  id: `id-${hex(random)}`,
  applied: { title: hex(random), path: hex(random) },
});
const set =
  (address: string, entry: LedgerEntry): Change =>
  (ledger) => ({ ...ledger, resources: { ...ledger.resources, [address]: entry } });
const order =
  (container: string, mark: string): Change =>
  (ledger) => ({ ...ledger, orders: { ...ledger.orders, [container]: mark } });
const list =
  (name: string): Change =>
  (ledger) => ({ ...ledger, lists: [...ledger.lists, name] });
const without =
  (address: string): Change =>
  (ledger) => ({
    ...ledger,
    resources: Object.fromEntries(Object.entries(ledger.resources).filter(([each]) => each !== address)),
  });
const marked =
  (address: string, field: string, mark: string): Change =>
  (ledger) => {
    const entry = ledger.resources[address] ?? { id: '' };
    return set(address, { ...entry, applied: { ...entry.applied, [field]: mark } })(ledger);
  };

function grown(random: Random): Ledger {
  const sections = Array.from({ length: 12 }, (_, at) => set(`sites/docs/sections/s${at}`, entryOf(random)));
  const rest = ['settings', 'teams/docs', 'teams/support', 'sites/docs', 'spaces/home'].map((address) =>
    set(address, entryOf(random)),
  );
  return [...sections, ...rest, list('teams'), order('sites/docs', 'aaaaaa.bbbbbb')].reduce(
    (ledger, change) => change(ledger),
    none,
  );
}

const some = (random: Random, most: number, make: (at: number) => Change) =>
  Array.from({ length: 1 + random(most) }, (_, at) => make(at));
const named = (random: Random, side: string) => `${String.fromCharCode(97 + random(26))}${hex(random)}${side}`;

/** Changes of one side; `side` separates the names of the two sides. */
type Doing = (random: Random, side: 'o' | 't') => readonly Change[];

const doings: { readonly [sort: string]: { readonly doing: Doing; readonly isEmpty?: boolean } } = {
  'both add to one site': {
    doing: (random, side) => some(random, 3, () => set(`sites/docs/sections/${named(random, side)}`, entryOf(random))),
  },
  'each adds one object at another address': {
    doing: (random, side) => [
      set(
        `${['collections', 'sites/docs/sections', 'spaces', 'teams', 'translations'][random(5)]}/${named(random, side)}`,
        entryOf(random),
      ),
    ],
  },
  'both add at the end': {
    doing: (random, side) => some(random, 3, () => set(`teams/z${named(random, side)}`, entryOf(random))),
  },
  'both add to an empty ledger': {
    isEmpty: true,
    doing: (random, side) => [
      list(`l${side}`),
      ...some(random, 3, () => set(`teams/${named(random, side)}`, entryOf(random))),
    ],
  },
  'both note an order for the first time': {
    doing: (random, side) => some(random, 2, () => order(`sites/${named(random, side)}`, '0000aa.0000bb')),
  },
  'each adds anywhere, and one changes what is there': {
    doing: (random, side) => [
      ...some(random, 4, () =>
        set(`${['collections', 'spaces', 'sites', 'teams'][random(4)]}/${named(random, side)}`, entryOf(random)),
      ),
      ...(side === 'o' ? [marked(`sites/docs/sections/s${random(12)}`, 'title', hex(random))] : []),
    ],
  },
  'both change another field of one address': {
    doing: (random, side) => [marked('sites/docs/sections/s5', side === 'o' ? 'title' : 'path', hex(random))],
  },
  'one removes what stands where the other adds': {
    doing: (random, side) =>
      side === 'o'
        ? [without(`sites/docs/sections/s${random(3)}`)]
        : [set(`sites/docs/sections/s${random(3)}${named(random, 't')}`, entryOf(random))],
  },
};

export const sorts = Object.keys(doings);

export function branchingOf(sort: string, random: Random): Branching {
  const { doing, isEmpty = false } = doings[sort] ?? { doing: () => [] };
  const base = isEmpty ? none : grown(random);
  const [our, their] = [doing(random, 'o'), doing(random, 't')];
  const after = (changes: readonly Change[], ledger: Ledger) => changes.reduce((each, change) => change(each), ledger);
  return { base, ours: after(our, base), theirs: after(their, base), both: after([...our, ...their], base) };
}

/** `told`: nothing is lost, and a conflict is reported. `wrong`: nothing is reported. `unknown`: right, except for fingerprints that are missing, which the next apply records. */
export type Outcome = 'right' | 'told' | 'unknown' | 'wrong';
export interface Outcomes {
  readonly plain: Outcome;
  /** Merged without a driver, with the markers removed and the lines of both sides kept. */
  readonly byHand: Outcome;
  readonly union: Outcome;
  readonly driver: Outcome;
}

const file = 'docform.ledger.json';
/** As the file backend writes the ledger after `before`. */
const written = (ledger: Ledger, before?: Ledger) =>
  serialiseLedger(ledger, target, goneAfter(before === undefined ? undefined : { ledger: before, gone: {} }, ledger));

function outcomeOf(text: string, both: Ledger): Outcome {
  try {
    const read = parseLedger(text, target);
    if (written(read) === written(both)) return 'right';
    return written(withMarksOf(read, both)) === written(both) ? 'unknown' : 'wrong';
  } catch {
    return 'told';
  }
}

/** Adds fingerprints that are missing. Wrong fingerprints stay. */
function withMarksOf(read: Ledger, both: Ledger): Ledger {
  const entries = Object.entries(read.resources).map(([address, entry]) => {
    const applied = { ...both.resources[address]?.applied, ...entry.applied };
    return [address, { ...entry, ...(Object.keys(applied).length === 0 ? {} : { applied }) }] as const;
  });
  return { ...read, resources: Object.fromEntries(entries) };
}

/** Merges all of them in one repository. */
export async function mergedByGit(branchings: readonly Branching[]): Promise<readonly Outcomes[]> {
  const directory = directoryWith();
  const env = { PATH: process.env.PATH, HOME: directory, GIT_CONFIG_NOSYSTEM: '1' };
  const run = (program: string, args: readonly string[], input = '') =>
    execFileSync(program, args, { cwd: directory, input, stdio: ['pipe', 'pipe', 'ignore'], env });
  try {
    run('git', ['init', '-q', '-b', 'main']);
    run('git', ['fast-import', '--quiet'], streamOf(branchings));
    const unclean = new Set(
      run('sh', ['-ec', `${mergeLines('plain', '')}${mergeLines('union', `${file} merge=union`)}`])
        .toString()
        .split('\n'),
    );
    const merged = (way: string, at: number) => {
      const name = `${way}/${pathOf(at)}`;
      return { text: readFileSync(join(directory, name), 'utf8'), isClean: !unclean.has(name) };
    };
    return branchings.map(({ base, ours, theirs, both }, at) => {
      const [plain, union] = [merged('plain', at), merged('union', at)];
      const kept = plain.text.replace(/^(<{7}|={7}|>{7}).*\n/gm, '');
      const driver = mergeLedgerTexts({
        base: written(base),
        ours: written(ours, base),
        theirs: written(theirs, base),
      });
      return {
        plain: plain.isClean ? outcomeOf(plain.text, both) : 'told',
        byHand: outcomeOf(kept, both),
        union: union.isClean ? outcomeOf(union.text, both) : 'told',
        driver: driver.conflicts.length > 0 ? 'told' : outcomeOf(driver.text, both),
      };
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Each branching has a directory on the same branches, so one merge covers all of them. */
function pathOf(at: number): string {
  return `${at}/${file}`;
}

/**
 * Uses a script, because starting processes from a large process is slow. Merge conflicts are printed, and other failures end the script.
 */
function mergeLines(way: string, attributes: string): string {
  return `
echo '${attributes}' > .git/info/attributes
git worktree add -q --detach ${way} ours
cd ${way}
git -c user.name=Ana -c user.email=ana@acme.dev merge -q -m Merge theirs >&2 || git rev-parse -q --verify MERGE_HEAD >&2
git diff --name-only --diff-filter=U | sed 's,^,${way}/,'
cd ..
`;
}

function streamOf(branchings: readonly Branching[]): string {
  const commit = (ref: string, texts: readonly string[], isFirst = false) => {
    const lines = [
      `commit refs/heads/${ref}`,
      ...(isFirst ? ['mark :1'] : []),
      'committer Ana <ana@acme.dev> 1767225600 +0000',
      'data 6\nChange',
      ...(isFirst ? [] : ['from :1']),
      ...texts.map((text, at) => `M 100644 inline ${pathOf(at)}\ndata ${Buffer.byteLength(text)}\n${text}`),
    ];
    return `${lines.join('\n')}\n`;
  };
  const base = branchings.map((each) => written(each.base));
  const [ours, theirs] = (['ours', 'theirs'] as const).map((side) =>
    branchings.map((each) => written(each[side], each.base)),
  );
  return commit('base', base, true) + commit('ours', ours ?? []) + commit('theirs', theirs ?? []);
}
