/** Truncates journals of many plans at every position where a crash can end them: further applies complete the work without duplicates. */
import { emptyLedger } from '../../src/core/state.ts';
import { foldJournal, parseJournalFile } from '../../src/ledger/journal.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { type Moment, openWorkplace, type Workplace } from '../cli/crashes.ts';
import { titlesOn } from '../cli/gate.ts';
import { type JournalSample, journalSamples } from './journal-samples.ts';
import { createRandom, type Random } from './random.ts';

export interface JournalsOptions {
  readonly seed: number;
  /** Positions within each line, besides its ends; journals shorter than `short` are truncated at every byte. */
  readonly torn: number;
  readonly short: number;
  /** Names of samples; missing: all. */
  readonly only?: readonly string[];
}

export interface JournalsTally {
  journals: number;
  lines: number;
  /** Simulated crashes. */
  cuts: number;
  applies: number;
  /** Maximum number of applies after one crash. */
  mostApplies: number;
  readonly violations: string[];
}

const mostApplies = 2;

/** Organizations processed in parallel, because most time is spent waiting for the disk. */
const lanes = 4;

type Cutting = Omit<JournalsOptions, 'only'> & { readonly lane: number };

export async function cutJournals({ only, ...options }: JournalsOptions): Promise<JournalsTally> {
  const tally: JournalsTally = { journals: 0, lines: 0, cuts: 0, applies: 0, mostApplies: 0, violations: [] };
  const samples = journalSamples.filter(({ name }) => only?.includes(name) ?? true);
  const work = async (lane: number): Promise<void> => {
    const platform = await startPlatform({ seed: 'small' });
    try {
      for (const sample of samples) await cutJournal(platform, sample, { ...options, lane }, tally);
    } finally {
      await platform.close();
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return tally;
}

/** Each lane records its own journal and tests its share of the positions. */
async function cutJournal(
  platform: StartedPlatform,
  sample: JournalSample,
  options: Cutting,
  tally: JournalsTally,
): Promise<void> {
  platform.reset();
  // Otherwise times would differ between equal states.
  platform.clock.freeze('2026-01-01T00:00:00.000Z');
  if (sample.hasTwin) await addTwin(platform);
  const place = await openWorkplace(platform);
  if (sample.before !== undefined) await place.applyOnce(sample.before);
  const moments = await place.record(sample.wanted);
  const whole = { ...platform.state(), titles: (await titlesOn({ platform })).join('\n') };
  const isShort = moments.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0) < options.short;
  const cuts = cutsOf(moments, isShort ? Number.POSITIVE_INFINITY : options.torn, createRandom(options.seed));
  for (const { moment, length } of cuts.filter((_, index) => index % lanes === options.lane)) {
    const journal = Buffer.concat([Buffer.from(moment.journal ?? ''), Buffer.from(moment.line).subarray(0, length)]);
    await place.restore(moment, moment.journal === undefined && length === 0 ? undefined : journal);
    const where = `${sample.name}, at ${moment.line.trim().slice(0, 120) || 'a save of the ledger'}, cut after ${length} bytes`;
    await finish(place, platform, sample.wanted, whole, tally, where);
  }
  if (options.lane > 0) return;
  tally.journals += 1;
  tally.lines += moments.filter(({ line }) => line !== '').length;
  const torn = moments.filter((moment) => !isSameAtEveryByte(place.target, moment));
  tally.violations.push(...torn.map(({ line }) => `${sample.name}: torn, this line means something: ${line}`));
}

interface Cut {
  readonly moment: Moment;
  /** Length of the remaining line in bytes. */
  readonly length: number;
}

/** `torn`: positions within each line; below 1: the share of lines. */
function cutsOf(moments: readonly Moment[], torn: number, random: Random): readonly Cut[] {
  return moments.flatMap((moment, index) => {
    const before = moments[index - 1];
    // A complete line without later changes equals the next moment.
    const isKnown =
      before !== undefined && before.line !== '' && before.digest === moment.digest && before.ledger === moment.ledger;
    return lengthsIn(Buffer.from(moment.line), torn, random)
      .filter((length) => length > 0 || !isKnown)
      .map((length) => ({ moment, length }));
  });
}

/** Prefers one byte, and all but the newline. Only lines are written in pieces. */
function lengthsIn(line: Buffer, torn: number, random: Random): readonly number[] {
  if (line.length === 0) return [0];
  const between = Array.from({ length: line.length - 3 }, (_, at) => at + 2);
  const likely = [1, line.length - 1, ...random.some(between, Math.max(1, torn - 2))];
  const most = torn < 1 ? Number(random.isTrue(torn)) : torn;
  return [0, ...random.some(likely, most), line.length];
}

interface Whole {
  readonly objects: number;
  readonly digest: string;
  readonly titles: string;
}

/** Applies until the plan is empty, at most twice. Duplicates and losses change the number of objects. */
async function finish(
  place: Workplace,
  platform: StartedPlatform,
  wanted: string,
  whole: Whole,
  tally: JournalsTally,
  where: string,
) {
  tally.cuts += 1;
  try {
    let applies = 0;
    let isWhole = false;
    while (!isWhole && applies < mostApplies) {
      await place.applyOnce(wanted);
      applies += 1;
      // Equal states need no plan; recreated objects have other ids.
      isWhole = platform.state().digest === whole.digest || (await place.isWhole(wanted));
    }
    tally.applies += applies;
    tally.mostApplies = Math.max(tally.mostApplies, applies);
    if (!isWhole) tally.violations.push(`${where}: something is left after ${applies} applies`);
    tally.violations.push(...(await unfinished(place)).map((what) => `${where}: ${what}`));
    if (platform.state().objects === whole.objects) return;
    tally.violations.push(
      `${where}: there is\n${(await titlesOn({ platform })).join('\n')}\ninstead of\n${whole.titles}`,
    );
  } catch (error) {
    tally.violations.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Only the ledger is committed, so nothing else may remain. */
async function unfinished(place: Workplace): Promise<readonly string[]> {
  const { ledger, hasJournal } = await place.kept();
  return [
    ...(ledger === (await place.known()) ? [] : ['the ledger says less than is known']),
    ...(hasJournal ? ['a journal is left'] : []),
  ];
}

/** An incomplete line has no effect. */
function isSameAtEveryByte({ host, organization }: Workplace['target'], { journal = '', line }: Moment): boolean {
  const stateOf = (bytes: Buffer) => {
    const { entries = [] } = parseJournalFile(bytes.toString('utf8'), 'journal', { host, organization }) ?? {};
    return JSON.stringify(foldJournal(emptyLedger, entries));
  };
  const bytes = Buffer.from(journal + line);
  const start = Buffer.byteLength(journal);
  const before = stateOf(bytes.subarray(0, start));
  return (
    line === '' ||
    Array.from({ length: bytes.length - start }, (_, at) => start + at).every(
      (length) => stateOf(bytes.subarray(0, length)) === before,
    )
  );
}

async function addTwin(platform: StartedPlatform): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await platform.fetch(`/v1/orgs/${platform.organization}/sites`, {
    method: 'POST',
    headers,
    body: '{"title":"Acme Docs"}',
  });
  if (answer.status !== 201) throw new Error(`the candidate could not be made: ${answer.status}`);
}
