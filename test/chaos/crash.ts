/** Kills platforms in the middle of their writes, again and again, and checks what their data file holds afterwards. */
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
  /** How many processes are killed. */
  readonly crashes: number;
  /** The same number makes the same choices; when a kill meets which write is up to the machine. */
  readonly seed: number;
  /** After so many a new file is begun; default 25. */
  readonly crashesPerFile?: number;
  readonly onProgress?: (tally: Tally) => void;
}

/** What was done and found. */
export interface Tally {
  crashes: number;
  /** Of the crashes: those while the state was opened or planted. */
  whileOpening: number;
  /** Of the crashes: those of one of two processes on the same file, the other going on. */
  besideAnother: number;
  acknowledged: number;
  /** Writes that were under way when the process was killed. */
  undecided: number;
  /** Of these: how many turned out to have been done. */
  done: number;
  /** How often everything was compared with what must be there. */
  checks: number;
  /** Longest answer of the process that went on, in milliseconds. */
  longestAnswerMs: number;
  readonly violations: string[];
}

/** What every file is compared with. */
export interface Reference {
  /** Options of each platform but the file. */
  readonly options: { readonly seed: 'medium'; readonly token: string };
  readonly surroundings: Awaited<ReturnType<typeof readSurroundings>>;
  readonly missingParents: ReadonlySet<string>;
}

export const lanePrefix = /^L\d+-/;

/** Runs all crashes; temporary files and processes are gone at the end. */
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
