/** What benchmarks share: medians, rows that are ratios to something measured in the same run, and how they are told. */

/** One measured thing, beside what it is compared with. */
export interface Row {
  /** `plan, recorded replies`. */
  readonly name: string;
  /** Objects. */
  readonly size: number;
  readonly measured: Figures;
  readonly beside: Figures & { readonly name: string };
  /** Of the processor's time, or of the wall's where waiting is what counts: measured divided by beside, the median of the rounds. */
  readonly ratio: number;
  readonly of: 'cpu' | 'wall';
  /** What was counted besides, such as requests. */
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

export function medians(rounds: readonly Figures[]): Figures {
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

/** The rounds of both took turns, so that what else the machine did met both: the ratio is that of each pair. */
export function rowOf({ name, size, of, rounds, beside, counts }: Compared): Row {
  const field = of === 'cpu' ? 'cpuMs' : 'wallMs';
  const ratios = rounds.map((round, at) => round[field] / (beside.rounds[at]?.[field] ?? Number.NaN));
  const pair = { measured: medians(rounds), beside: { name: beside.name, ...medians(beside.rounds) } };
  return { name, size, ...pair, ratio: median(ratios), of, ...(counts === undefined ? {} : { counts }) };
}

/** The figures of some work in this process. */
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
