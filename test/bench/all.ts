/** Runs the whole benchmark. Each row is a ratio to a baseline of the same run, as a table, JSON or plot, and compared with recorded ratios. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Row, tableOf } from './figures.ts';
import { loadRow, readRows, writeRows } from './in-process.ts';
import { plannerRows } from './planner-rows.ts';
import { plotOf } from './plot.ts';
import { recordOrganization } from './recorded.ts';
import { serverRows } from './server-rows.ts';
import { accessRow, problemsRow } from './single-rows.ts';
import { commandRows, startUpRows } from './whole-processes.ts';

/** Maximum factor between a ratio and the recorded one, because of noise and other machines. */
const margin = 1.6;
/** Shorter times are mostly noise, so ratios to them are too. */
const shortestMs = 5;
const onRecord = fileURLToPath(new URL('./ratios.json', import.meta.url));

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    sizes: { type: 'string' },
    planner: { type: 'string' },
    large: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    sites: { type: 'string' },
    delay: { type: 'string', default: '0' },
    json: { type: 'string' },
    svg: { type: 'string' },
    peers: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const numbers = (text: string): readonly number[] => text.split(',').filter(Boolean).map(Number);
const sizes = numbers(values.sizes ?? (values.large ? '1000,10000,50000' : '1000,10000'));
const planner = numbers(values.planner ?? (values.large ? '1000,10000,100000,1000000' : '1000,10000,100000'));
const sites = values.sites === undefined ? undefined : Number(values.sites);
const wants = (part: string): boolean => values.only === '' || values.only.split(',').includes(part);

async function rowsOf(root: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const add = (more: readonly Row[]): void => {
    rows.push(...more);
    process.stderr.write(`${more.map(({ name, size }) => `${name} ${size}`).join(', ')}\n`);
  };
  if (wants('start')) add(await startUpRows(rounds));
  if (wants('planner')) for (const size of planner) add(await plannerRows([size]));
  if (wants('single')) add([await problemsRow(root, rounds), ...(await accessRows(root))]);
  if (wants('server')) add(await serverRows(root, rounds));
  if (!wants('commands') && !wants('requests')) return rows;
  for (const size of sizes) {
    const world = await recordOrganization(root, size, sites);
    try {
      if (wants('commands'))
        add([
          ...(await commandRows(root, world, { rounds, hasPeers: values.peers, delayMs: Number(values.delay) })),
          await loadRow(world, rounds),
        ]);
      if (wants('requests') && size <= 1000)
        add([...(await readRows(world, rounds)), ...(await writeRows(world, rounds))]);
    } finally {
      world.stop();
    }
  }
  return rows;
}

async function accessRows(root: string): Promise<readonly Row[]> {
  const seeds = values.large ? (['medium', 'large'] as const) : (['medium'] as const);
  const rows: Row[] = [];
  for (const seed of seeds) rows.push(await accessRow(root, rounds, seed));
  return rows;
}

type Recorded = { readonly [row: string]: number };

const keyOf = ({ name, size }: Row): string => `${name}, ${size} objects`;

/** Returns the regressions, and an error if no row could be compared. */
function check(rows: readonly Row[]): readonly string[] {
  const known = JSON.parse(readFileSync(onRecord, 'utf8')) as Recorded;
  const isLong = ({ of, beside }: Row): boolean => (of === 'cpu' ? beside.cpuMs : beside.wallMs) >= shortestMs;
  const compared = rows.filter((row) => known[keyOf(row)] !== undefined && isLong(row));
  const left = rows.filter((row) => known[keyOf(row)] === undefined);
  const short = rows.length - compared.length - left.length;
  if (short > 0) process.stderr.write(`beside something too short to compare with: ${short} rows\n`);
  process.stderr.write(`compared with the record: ${compared.length} of ${rows.length} rows\n`);
  for (const row of left) process.stderr.write(`not on record: ${keyOf(row)}\n`);
  if (compared.length === 0) return ['no row is on record'];
  return compared.flatMap((row) => {
    const ratio = known[keyOf(row)] ?? Number.NaN;
    return row.ratio <= ratio * margin
      ? []
      : [`slower: ${keyOf(row)}: ${row.ratio.toFixed(2)}, on record ${ratio.toFixed(2)}`];
  });
}

const root = mkdtempSync(join(tmpdir(), 'docform-bench-'));
try {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    node: process.version,
    runnable: loadavg()[0] ?? 0,
  };
  const rows = await rowsOf(root);
  const whole = { machine: { ...machine, runnableAfter: loadavg()[0] ?? 0 }, rounds, rows };
  console.log(
    `${machine.processors} processors (${machine.model}), node ${machine.node}; medians of ${rounds} rounds, taken in turn`,
  );
  console.log(
    `processes waiting to run: ${machine.runnable.toFixed(1)} before, ${whole.machine.runnableAfter.toFixed(1)} after`,
  );
  console.log(tableOf(rows));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(whole, null, 2)}\n`);
  if (values.svg !== undefined) writeFileSync(values.svg, plotOf(rows));
  if (values.keep) {
    const known: Recorded = { ...(JSON.parse(readFileSync(onRecord, 'utf8')) as Recorded) };
    const kept = {
      ...known,
      ...Object.fromEntries(rows.map((row) => [keyOf(row), Math.round(row.ratio * 100) / 100])),
    };
    writeFileSync(onRecord, `${JSON.stringify(kept, null, 2)}\n`);
  }
  const slower = values.check ? check(rows) : [];
  for (const line of slower) console.error(line);
  if (slower.length > 0) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
