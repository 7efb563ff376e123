/** The processes that serve one data file, each ended by a kill. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child, Spares } from './children.ts';
import { lanePrefix, type Reference, type Tally } from './crash.ts';
import { fileProblems } from './file-checks.ts';
import { createLane, type Ground, type Lane } from './lane.ts';
import { readLists, readSurroundings } from './observe.ts';
import type { Random } from './random.ts';
import { openHere, type Send } from './speak.ts';

export interface FileInput {
  readonly data: string;
  /** Maximum number of kills for this file. */
  readonly most: number;
  readonly spares: Spares;
  readonly reference: Reference;
  readonly random: Random;
  readonly tally: Tally;
  readonly onProgress: (tally: Tally) => void;
}

interface Life extends FileInput {
  readonly lanes: readonly Lane[];
  readonly violate: (what: string) => void;
}

interface Server {
  readonly child: Child;
  readonly send: Send;
}

const lanesPerFile = 12;
const longestLoadMs = 250;
/** Limits the wait on a busy machine. */
const longestWaitMs = 1000;
const longestOpeningMs = 60;

export async function crashFile(input: FileInput): Promise<void> {
  const { data, most, reference, random, tally } = input;
  const violate = (what: string): void => void tally.violations.push(`crash ${tally.crashes + 1}: ${what}`);
  const { people, spaces } = reference.surroundings;
  const ground: Ground = { random, people, spaces, owners: new Map(), violate };
  const lanes = Array.from({ length: lanesPerFile }, (_, lane) => createLane(ground, `L${lane}-`));
  const life: Life = { ...input, lanes, violate };
  const last = tally.crashes + most;
  while (tally.crashes < last) {
    const isPair = last - tally.crashes >= 2 && random.isTrue(0.2);
    if (isPair) await liveTogether(life);
    else await liveAlone(life, random.isTrue(0.15));
    input.onProgress(tally);
    if (tally.crashes >= last || random.isTrue(0.6)) await checkHere(life, data);
  }
}

/** One process, killed while it opens the state or while it writes. */
async function liveAlone(life: Life, isEarly: boolean): Promise<void> {
  const { data, spares, reference, random, tally } = life;
  const child = spares.take();
  const opening = child.open({ ...reference.options, data });
  if (isEarly) {
    await sleep(random.below(longestOpeningMs));
    await kill(life, child);
    tally.whileOpening += 1;
    await opening;
    return;
  }
  const server = await serverOf(life, child, opening);
  if (server === undefined) return;
  await check(life, server.send);
  // Checks the file while the platform has it open, after recovery.
  for (const problem of fileProblems(data, reference.missingParents)) life.violate(problem);
  await load(life, [server], random.below(120), () => kill(life, child));
}

/** Two processes: the first is killed, and later the second. */
async function liveTogether(life: Life): Promise<void> {
  const { data, spares, reference, random, tally } = life;
  const children = [spares.take(), spares.take()] as const;
  const openings = children.map((child) => child.open({ ...reference.options, data }));
  const servers = await Promise.all(
    children.map((child, at) => serverOf(life, child, openings[at] as Promise<Send | undefined>)),
  );
  const [first, second] = servers;
  if (first === undefined || second === undefined) {
    await Promise.all(children.map((child) => kill(life, child)));
    return;
  }
  await check(life, random.isTrue(0.5) ? first.send : second.send);
  await load(life, [first, second], random.below(80), () => {
    void kill(life, first.child);
    tally.besideAnother += 1;
    return sleep(50 + random.below(longestLoadMs)).then(() => kill(life, second.child));
  });
}

async function serverOf(life: Life, child: Child, opening: Promise<Send | undefined>): Promise<Server | undefined> {
  const send = await opening;
  if (send === undefined) {
    life.violate(`a platform could not open the file: ${child.errors()}`);
    await kill(life, child);
    return undefined;
  }
  return { child, send };
}

async function kill({ tally, violate }: Life, child: Child): Promise<void> {
  child.kill();
  tally.crashes += 1;
  await child.ended;
  if (child.errors() !== '') violate(`a platform wrote: ${child.errors()}`);
}

/** Some lanes write at the same time; `strike` is called at a random time or after some acknowledged writes. */
async function load(
  life: Life,
  servers: readonly Server[],
  acknowledged: number,
  strike: () => Promise<void>,
): Promise<void> {
  const { random, tally } = life;
  const limit = tally.acknowledged + acknowledged;
  const momentMs = random.below(5);
  let striking: Promise<void> | undefined;
  const strikeOnce = (): void => {
    striking ??= strike();
  };
  const timer = setTimeout(strikeOnce, random.isTrue(0.3) ? 5 + random.below(longestLoadMs) : longestWaitMs);
  const writeOn = async (lane: Lane): Promise<void> => {
    for (;;) {
      const server = random.pick(servers.filter(({ child }) => !child.isKilled()));
      if (server === undefined) return;
      if (lane.isUncertain()) await settle(life, lane, server);
      else await writeOnce(life, lane, server);
      if (tally.acknowledged >= limit && striking === undefined) striking = sleep(momentMs).then(strike);
    }
  };
  await Promise.all(random.some(life.lanes, 1 + random.below(lanesPerFile)).map(writeOn));
  clearTimeout(timer);
  await striking;
}

async function writeOnce({ tally, violate }: Life, lane: Lane, { child, send }: Server): Promise<void> {
  const start = performance.now();
  const broken = await lane.write(send);
  if (broken === undefined) {
    tally.acknowledged += 1;
    tally.longestAnswerMs = Math.max(tally.longestAnswerMs, performance.now() - start);
    return;
  }
  tally.undecided += 1;
  if (!child.isKilled())
    violate(`${lane.prefix} lost its connection to a platform that nobody killed: ${broken} ${child.errors()}`);
  await child.ended;
}

/** Asks the surviving platform for the outcome of the write. It can also be killed meanwhile. */
async function settle({ tally, violate }: Life, lane: Lane, { child, send }: Server): Promise<void> {
  try {
    if (await lane.check(send)) tally.done += 1;
  } catch (error) {
    if (!child.isKilled()) violate(`${lane.prefix} could not be read: ${String(error)}`);
    await child.ended;
  }
}

/** Opens the file in this process. */
async function checkHere(life: Life, data: string): Promise<void> {
  for (const problem of fileProblems(data, life.reference.missingParents)) life.violate(problem);
  try {
    const here = openHere({ ...life.reference.options, data });
    await check(life, here.send).finally(here.close);
  } catch (error) {
    life.violate(`the file could not be opened: ${String(error)}`);
  }
}

/** Checks all lanes and all objects of the fixture. */
async function check({ lanes, tally, reference, violate }: Life, send: Send): Promise<void> {
  try {
    const surroundings = await readSurroundings(send, (title) => lanePrefix.test(title));
    if (surroundings.digest !== reference.surroundings.digest) violate('what the seed brought is not what it was');
    const lists = await readLists(send);
    for (const lane of lanes) if (await lane.check(send, lists)) tally.done += 1;
    tally.checks += 1;
  } catch (error) {
    violate(`the state could not be read: ${String(error)}`);
  }
}
