/** Benchmark of the platform as a server: each operation compared with a minimal handler that sends the same response, then start and memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { SeedName } from '../../src/server/index.ts';
import { compile } from '../chaos/compile.ts';
import type { BareAnswer } from './server-child.ts';
import { type Bench, type Call, concurrency, type Round, startBench } from './server-load.ts';

interface Scenario {
  readonly name: string;
  readonly calls: readonly Call[];
}

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const roundMs = Number(values.seconds) * 1000;
const token = 'bench';
const starts = 5;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const get = (url: string): Call => ({ method: 'GET', url });

async function idsAt(bench: Bench, url: string): Promise<readonly string[]> {
  const { body } = await bench.ask(get(url));
  return (JSON.parse(body) as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id);
}

/** Creates are last because they make the lists longer. */
async function scenariosOn(bench: Bench): Promise<readonly Scenario[]> {
  const root = `/v1/orgs/${bench.told.organization}`;
  const teams = (await idsAt(bench, `${root}/teams?limit=100`)).map((id) => `${root}/teams/${id}`);
  const sites = (await idsAt(bench, `${root}/sites?limit=100`)).map((id) => `${root}/sites/${id}`);
  const patches = teams.map(
    (url, at): Call => ({ method: 'PATCH', url, body: JSON.stringify({ title: `Title ${at}` }) }),
  );
  const list = get(`${root}/teams?limit=100`);
  return [
    { name: 'list of 100 teams', calls: [list] },
    { name: 'list of 100 members', calls: [get(`${root}/members?limit=100`)] },
    { name: 'list of 60 site-spaces', calls: [get(`${sites[0]}/site-spaces?limit=100`)] },
    { name: 'get a team', calls: teams.map(get) },
    { name: 'get a site', calls: sites.map(get) },
    {
      name: 'list, 10th a write',
      calls: patches.flatMap((patch) => [...Array.from({ length: 9 }, () => list), patch]),
    },
    {
      name: 'get, 10th a write',
      calls: patches.flatMap((patch, at) => [...teams.slice(at % 10, (at % 10) + 9).map(get), patch]),
    },
    { name: 'patch a team', calls: patches },
    {
      name: 'create a team',
      calls: [{ method: 'PUT', url: `${root}/teams`, body: JSON.stringify({ title: 'Created' }) }],
    },
  ].filter(({ name }) => name.includes(values.only)) as readonly Scenario[];
}

/** Starts a minimal handler that repeats responses of the platform. */
async function startBare(script: string, platform: Bench, scenarios: readonly Scenario[]): Promise<Bench> {
  const answers: { [methodAndUrl: string]: BareAnswer } = {};
  for (const call of scenarios.flatMap(({ calls }) => calls)) {
    const key = `${call.method} ${call.url}`;
    answers[key] ??= await platform.ask(call);
  }
  return startBench(script, { type: 'bare', answers }, token);
}

function row(cells: readonly (string | number)[]): string {
  const [name, ...others] = cells.map(String);
  return `${(name ?? '').padEnd(24)}${others.map((cell) => cell.padStart(11)).join('')}`;
}

function cellsOf(measured: readonly Round[], bare: readonly Round[]): readonly string[] {
  const of = (rows: readonly Round[], pick: (round: Round) => number): number => median(rows.map(pick));
  const ratio = measured.map(({ perSecond }, at) => perSecond / (bare[at]?.perSecond ?? perSecond));
  const cpuRatio = of(bare, ({ cpuUs }) => cpuUs) / of(measured, ({ cpuUs }) => cpuUs);
  return [
    of(measured, ({ perSecond }) => perSecond).toFixed(0),
    of(measured, ({ p99Ms }) => p99Ms).toFixed(2),
    of(measured, ({ cpuUs }) => cpuUs).toFixed(0),
    `${(median(ratio) * 100).toFixed(0)} %`,
    `${(cpuRatio * 100).toFixed(0)} %`,
  ];
}

/** The servers alternate, so that other load affects all of them. */
async function compare(scenario: Scenario, servers: { readonly [name: string]: Bench }): Promise<void> {
  const measured: { [name: string]: Round[] } = {};
  for (const bench of Object.values(servers)) await bench.run(scenario.calls, roundMs / 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, bench] of Object.entries(servers)) {
      measured[name] ??= [];
      measured[name].push(await bench.run(scenario.calls, roundMs));
    }
  }
  const bare = measured.bare ?? [];
  for (const [name, rows] of Object.entries(measured)) {
    console.log(row([name === 'bare' ? scenario.name : '', name, ...cellsOf(rows, bare)]));
  }
}

/** Time from the start of the process to its first response. */
async function measureStart(script: string, seed: SeedName): Promise<void> {
  const whole: number[] = [];
  const opening: number[] = [];
  const resident: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const begun = performance.now();
    const bench = await startBench(script, { type: 'platform', options: { seed, token } }, token);
    await bench.ask(get('/v1/orgs'));
    whole.push(performance.now() - begun);
    opening.push(bench.told.openMs ?? 0);
    resident.push((await bench.usage()).residentMegabytes);
    await bench.stop();
  }
  const cells = [median(whole).toFixed(0), median(opening).toFixed(0), median(resident).toFixed(0)];
  console.log(row([`seed ${seed}`, ...cells]));
}

const directory = mkdtempSync(join(tmpdir(), 'docform-bench-'));
const running: Bench[] = [];
try {
  const script = compile('test/bench/server-child.ts', join(directory, 'compiled'));
  const start = async (data: string): Promise<Bench> => {
    const bench = await startBench(script, { type: 'platform', options: { seed: 'large', token, data } }, token);
    running.push(bench);
    return bench;
  };
  const [memory, file] = [await start(':memory:'), await start(join(directory, 'state.db'))];
  const scenarios = await scenariosOn(memory);
  const bare = await startBare(script, memory, scenarios);
  running.push(bare);
  console.log(
    `seed large, ${concurrency} requests at a time; medians of ${rounds} alternating rounds of ${values.seconds} s; ratios to bare`,
  );
  console.log(
    `before it began, the machine had ${loadavg()[0]?.toFixed(1)} processes to run on ${availableParallelism()} processors`,
  );
  console.log(row(['', 'server', 'requests/s', 'p99 ms', 'CPU µs', 'requests/s', 'CPU']));
  for (const scenario of scenarios) await compare(scenario, { bare, memory, file });
  for (const [name, bench] of Object.entries({ memory, file })) {
    console.log(`${name}: ${(await bench.usage()).residentMegabytes.toFixed(0)} MB resident after all of this`);
  }
  await Promise.all(running.splice(0).map((bench) => bench.stop()));
  console.log(row(['', 'start ms', 'open ms', 'RSS MB']));
  for (const seed of ['small', 'large'] as const) await measureStart(script, seed);
} finally {
  await Promise.all(running.map((bench) => bench.stop()));
  rmSync(directory, { recursive: true, force: true });
}
