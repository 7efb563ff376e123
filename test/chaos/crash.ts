/** Kills platforms repeatedly during writes, and checks their data files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Spares, startSpares } from './children.ts';
import { compile } from './compile.ts';
import { missingParents } from './file-checks.ts';
import { crashFile } from './lives.ts';
import { readSurroundings } from './observe.ts';
import { createRandom } from './random.ts';
import { openHere } from './speak.ts';

export interface CrashOptions {
  /** Number of killed processes. */
  readonly crashes: number;
  /** Makes choices reproducible, except which write a kill interrupts. */
  readonly seed: number;
  /** Default: 25. */
  readonly crashesPerFile?: number;
  readonly onProgress?: (tally: Tally) => void;
}

/** Counts of a run. */
export interface Tally {
  crashes: number;
  /** Kills while the state was opened or filled. */
  whileOpening: number;
  /** Kills of one of two processes on a file. */
  besideAnother: number;
  acknowledged: number;
  /** Writes in progress when the process was killed. */
  undecided: number;
  /** Of these: the number of executed writes. */
  done: number;
  /** Number of complete comparisons. */
  checks: number;
  /** Longest response time of the surviving process, in milliseconds. */
  longestAnswerMs: number;
  readonly violations: string[];
}

/** The expected content of every file. */
export interface Reference {
  /** Options of each platform, without the file. */
  readonly options: { readonly seed: 'medium'; readonly token: string };
  readonly surroundings: Awaited<ReturnType<typeof readSurroundings>>;
  readonly missingParents: ReadonlySet<string>;
}

export const lanePrefix = /^L\d+-/;

/** Removes temporary files and processes at the end. */
export async function crash({
  crashes,
  seed,
  crashesPerFile = 25,
  onProgress = () => undefined,
}: CrashOptions): Promise<Tally> {
  const directory = mkdtempSync(join(tmpdir(), 'docform-chaos-'));
  const tally: Tally = {
    ...{
      crashes: 0,
      whileOpening: 0,
      besideAnother: 0,
      acknowledged: 0,
      undecided: 0,
      done: 0,
      checks: 0,
      longestAnswerMs: 0,
    },
    violations: [],
  };
  let spares: Spares | undefined;
  try {
    spares = startSpares(compile('test/chaos/serve.ts', join(directory, 'compiled')), 2);
    const reference = await readReference(join(directory, 'reference.db'));
    const random = createRandom(seed);
    for (let file = 1; tally.crashes < crashes; file += 1) {
      const data = join(directory, `state-${file}.db`);
      const most = Math.min(crashesPerFile, crashes - tally.crashes);
      await crashFile({ data, most, spares, reference, random, tally, onProgress });
      for (const end of ['', '-wal', '-shm']) rmSync(`${data}${end}`, { force: true });
    }
  } finally {
    await spares?.close();
    rmSync(directory, { recursive: true, force: true });
  }
  return tally;
}

async function readReference(data: string): Promise<Reference> {
  const options = { seed: 'medium', token: 'chaos' } as const;
  const here = openHere({ ...options, data });
  const surroundings = await readSurroundings(here.send, (title) => lanePrefix.test(title));
  here.close();
  return { options, surroundings, missingParents: missingParents(data) };
}
