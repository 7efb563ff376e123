/** Journals of many sorts of plans, cut wherever a crash can cut them, with the platform as it was then: applies finish the work, and make nothing twice. */
import { emptyLedger } from '../../src/core/state.ts';
import { parseJournalFile } from '../../src/ledger/file-journal.ts';
import { foldJournal } from '../../src/ledger/fold-journal.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { type Moment, openWorkplace, type Workplace } from '../cli/crashes.ts';
import { titlesOn } from '../cli/gate.ts';
import { type JournalSample, journalSamples } from './journal-samples.ts';
import { createRandom, type Random } from './random.ts';

export interface JournalsOptions {
  readonly seed: number;
  /** Cuts within each line, beside those at its ends; a journal of fewer bytes than `short` is cut at every byte. */
  readonly torn: number;
  readonly short: number;
  /** Names of samples; missing: all. */
  readonly only?: readonly string[];
}

export interface JournalsTally {
  journals: number;
  lines: number;
  /** Crashes that were made up, and the applies that finished their work. */
  cuts: number;
  applies: number;
  /** Most applies that one of them took. */
  mostApplies: number;
  readonly violations: string[];
}

const mostApplies = 2;

/** Organizations that work goes on in at the same time: most of it is waiting for the disk. */
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

/** Each lane makes a journal of its own, whose lines are as long as those of the others, and cuts it at its share of the places. */
async function cutJournal(
  platform: StartedPlatform,
  sample: JournalSample,
  options: Cutting,
  tally: JournalsTally,
): Promise<void> {
  platform.reset();
  // So that nothing but what is done makes two states differ.
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
  /** How many bytes of its line are kept. */
  readonly length: number;
}

/** `torn`: places within each line; a share of one is that share of the lines. */
function cutsOf(moments: readonly Moment[], torn: number, random: Random): readonly Cut[] {
  return moments.flatMap((moment, index) => {
    const before = moments[index - 1];
    // A line that is whole, with nothing done since, is where the next moment begins.
    const isKnown =
      before !== undefined && before.line !== '' && before.digest === moment.digest && before.ledger === moment.ledger;
    return lengthsIn(Buffer.from(moment.line), torn, random)
      .filter((length) => length > 0 || !isKnown)
      .map((length) => ({ moment, length }));
  });
}

/** None, all, and some in between; one, and all but the newline, rather than others. Nothing but lines is written in pieces. */
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

/** Applies until nothing is left to do, which is twice at most. Whatever is there twice, or gone, changes how much there is. */
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
      // The very same state needs no plan to tell that nothing is left; what was made anew has another id.
      isWhole = platform.state().digest === whole.digest || (await place.isWhole(wanted));
    }
    tally.applies += applies;
    tally.mostApplies = Math.max(tally.mostApplies, applies);
    if (!isWhole) tally.violations.push(`${where}: something is left after ${applies} applies`);
    tally.violations.push(...(await unsettled(place)).map((what) => `${where}: ${what}`));
    if (platform.state().objects === whole.objects) return;
    tally.violations.push(
      `${where}: there is\n${(await titlesOn({ platform })).join('\n')}\ninstead of\n${whole.titles}`,
    );
  } catch (error) {
    tally.violations.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What people commit is the ledger alone: it says all that is known, and nothing is left beside it. */
async function unsettled(place: Workplace): Promise<readonly string[]> {
  const { ledger, hasJournal } = await place.kept();
  return [
    ...(ledger === (await place.known()) ? [] : ['the ledger says less than is known']),
    ...(hasJournal ? ['a journal is left'] : []),
  ];
}

/** A line that is torn anywhere never happened. */
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
