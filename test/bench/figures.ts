/** Shared parts of the benchmarks: medians, rows with ratios to a baseline, and their output. */

/** One measurement and its baseline. */
export interface Row {
  readonly name: string;
  /** Number of objects. */
  readonly size: number;
  readonly measured: Figures;
  readonly beside: Figures & { readonly name: string };
  /** The median over all rounds of measured time divided by baseline time. Wall time is used if most of it is waiting. */
  readonly ratio: number;
  readonly of: 'cpu' | 'wall';
  /** Other counts, for example of requests. */
  readonly counts?: { readonly [what: string]: number };
}

export interface Figures {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMegabytes?: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[at] ?? 0) : ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2;
}

function medians(rounds: readonly Figures[]): Figures {
  const peaks = rounds.flatMap(({ peakMegabytes }) => peakMegabytes ?? []);
  return {
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    wallMs: median(rounds.map(({ wallMs }) => wallMs)),
    ...(peaks.length === 0 ? {} : { peakMegabytes: median(peaks) }),
  };
}

interface Compared extends Pick<Row, 'name' | 'size' | 'of'> {
  readonly rounds: readonly Figures[];
  readonly beside: { readonly name: string; readonly rounds: readonly Figures[] };
  readonly counts?: Row['counts'];
}

/** Rounds of measurement and baseline alternate, so that other load affects both. The ratio is computed per pair. */
export function rowOf({ name, size, of, rounds, beside, counts }: Compared): Row {
  const field = of === 'cpu' ? 'cpuMs' : 'wallMs';
  const ratios = rounds.map((round, at) => round[field] / (beside.rounds[at]?.[field] ?? Number.NaN));
  const pair = { measured: medians(rounds), beside: { name: beside.name, ...medians(beside.rounds) } };
  return { name, size, ...pair, ratio: median(ratios), of, ...(counts === undefined ? {} : { counts }) };
}

/** Measures work in this process. */
export async function timed(work: () => unknown): Promise<Figures> {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - start };
}

export function tableOf(rows: readonly Row[]): string {
  const head = ['', 'objects', 'CPU ms', 'wall ms', 'peak MB', 'beside', 'CPU ms', 'wall ms', 'peak MB', 'ratio', ''];
  const cells = rows.map(({ name, size, measured, beside, ratio, of, counts = {} }) => [
    ...[name, String(size), ...cellsOf(measured), beside.name, ...cellsOf(beside), `${ratio.toFixed(2)} ${of}`],
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  ]);
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number): boolean => [0, 5, 10].includes(column);
  return all
    .map((row) =>
      row.map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
}

function cellsOf({ cpuMs, wallMs, peakMegabytes }: Figures): readonly string[] {
  return [cpuMs.toFixed(0), wallMs.toFixed(0), peakMegabytes?.toFixed(0) ?? ''];
}
