/** Applies to many organizations with few runners and one PostgreSQL for all ledgers: throughput, fairness and conflicts of runners. `npm run bench -- --fleet` */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ledgerPath } from '../../src/ledger/ledger-file.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { openLedger } from '../../src/library/ledger.ts';
import { plan } from '../../src/library/plan.ts';
import { openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { createRandom } from '../chaos/random.ts';
import { type PostgresServer, startPostgres } from '../ledger/postgres-server.ts';
import { type Row, rowOf, tableOf } from './figures.ts';

const { values } = parseArgs({
  options: {
    fleet: { type: 'boolean', default: true },
    organizations: { type: 'string', default: '100' },
    runners: { type: 'string', default: '8' },
    /** Objects per organization. */
    objects: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '30' },
    /** Response time of the platform in milliseconds. */
    delay: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const [organizations, runners, objects] = [
  Number(values.organizations),
  Number(values.runners),
  Number(values.objects),
];
const [untilMs, delayMs] = [Number(values.seconds) * 1000, Number(values.delay)];
/** Rounds per backend; the backends alternate. */
const rounds = 3;

interface Organization {
  readonly platform: Platform;
  readonly id: string;
  readonly directory: string;
  readonly close: () => void;
  /** Version of its configuration, which each apply increases. */
  version: number;
}

/** The results of one round. */
interface Told {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Applies that changed nothing, because another runner was working on the organization or had completed the work. */
  readonly met: number;
  readonly tookMs: readonly number[];
}

/** Opens a platform with a network delay and one organization. */
async function openOrganization(root: string, number: number): Promise<Organization> {
  const reference = createPlatform({ seed: 'empty', seedNumber: number + 1 });
  const { transport, ...platform } = await openLocalPlatform({ ...reference, host: 'fleet' });
  const later: Platform['transport'] = async (...request) => {
    await sleep(delayMs);
    return transport(...request);
  };
  const directory = mkdtempSync(join(root, 'organization-'));
  return {
    platform: { ...platform, transport: later },
    id: reference.organization,
    directory,
    close: () => reference.close(),
    version: 0,
  };
}

function open({ platform, id, directory }: Organization, url: string | undefined) {
  return openLedger({
    ...{ path: ledgerPath(directory), target: { host: platform.host, organization: id } },
    ...(url === undefined ? {} : { url }),
    ...{ variables: {}, version: 'bench', timeoutMs: 30_000, machine: { host: 'bench', pid: process.pid } },
  });
}

/** Creates the tables and all organizations, without measuring the time. */
async function begin(fleet: readonly Organization[], url: string | undefined): Promise<void> {
  const [first] = fleet;
  if (first === undefined) return;
  const { ledger, close } = await open(first, url);
  await ledger.prepare?.().finally(close);
  const waiting = [...fleet];
  const runner = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (!(await run(one, url))) waiting.push(one);
    }
  };
  await Promise.all(Array.from({ length: runners }, runner));
}

/** Teams; each version changes the titles of a tenth. */
function textOf(id: string, version: number): string {
  const teams = Array.from(
    { length: objects },
    (_, at) => `  t${at}: { title: Team ${at}${at % 10 === 0 ? ` of ${version}` : ''} }`,
  );
  return ['version: 1', `organization: ${id}`, 'teams:', ...teams, ''].join('\n');
}

/** Plans and applies once with a new connection, like a pipeline. False: another runner was working on the organization. */
async function run(organization: Organization, url: string | undefined): Promise<boolean> {
  const { platform, id, directory } = organization;
  const file = join(directory, 'docform.yaml');
  writeFileSync(file, textOf(id, organization.version));
  const { ledger, close } = await open(organization, url);
  try {
    const { desired } = (await validate({ directory, file, organization: id })) ?? {};
    if (desired === undefined) throw new Error(`${file} is not valid`);
    const planned = await plan({ desired, platform, ledger });
    const { counts, lockLost } = await apply(planned, { platform, ledger });
    if (counts.failed + counts.skipped > 0) throw new Error(`${id}: ${JSON.stringify(counts)}`);
    if (lockLost !== undefined || counts.done === 0) return false;
    organization.version += 1;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && metCodes.has(String(error.code))) return false;
    throw error;
  } finally {
    await close();
  }
}

const metCodes = new Set(['E-LOCK-HELD', 'E-LEDGER-STALE']);

/** The queue contains every organization twice, so that two runners can work on the same one. */
function queueOf(all: readonly Organization[]): Organization[] {
  const random = createRandom(7);
  const dealt = [...all, ...all].map((one) => [random.below(2 ** 30), one] as const);
  return dealt.sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** An organization moves to the end of the queue after its turn. */
async function drive(queue: Organization[], url: string | undefined, forMs: number): Promise<Told> {
  const tookMs: number[] = [];
  let met = 0;
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const runner = async (): Promise<void> => {
    while (performance.now() - start < forMs) {
      const one = queue.shift() as Organization;
      const begun = performance.now();
      if (await run(one, url)) tookMs.push(performance.now() - begun);
      else met += 1;
      queue.push(one);
    }
  };
  await Promise.all(Array.from({ length: runners }, runner));
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - start, cpuMs: (user + system) / 1000, met, tookMs };
}

/** Fairness index of Jain: 1 if all values are equal, 1/n if all but one are zero. */
function fairness(counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum ** 2 / (counts.length * counts.reduce((total, count) => total + count ** 2, 0));
}

function describe(name: string, fleet: readonly Organization[], rounds: readonly Told[]): string {
  const tookMs = rounds.flatMap((round) => round.tookMs).sort((a, b) => a - b);
  const seconds = rounds.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000;
  // The first version was applied before.
  const counts = fleet.map(({ version }) => version - 1);
  const at = (part: number): string =>
    (tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * part))] ?? 0).toFixed(0);
  return [
    `${name}: ${tookMs.length} applies in ${seconds.toFixed(1)} s, ${(tookMs.length / seconds).toFixed(1)} a second`,
    `each took ${at(0.5)} ms (median), ${at(0.99)} ms (99 %)`,
    `by organization ${Math.min(...counts)} to ${Math.max(...counts)}, fairness ${fairness(counts).toFixed(3)}`,
    `${rounds.reduce((sum, { met }) => sum + met, 0)} met another runner and changed nothing`,
  ].join('; ');
}

/** Average times per apply. */
const figuresOf = ({ wallMs, cpuMs, tookMs }: Told) => ({
  wallMs: wallMs / tookMs.length,
  cpuMs: cpuMs / tookMs.length,
});

const root = mkdtempSync(join(tmpdir(), 'docform-fleet-'));
let server: PostgresServer | undefined;
const fleets: Organization[][] = [];
try {
  server = await startPostgres();
  if (server === undefined) throw new Error('there is no PostgreSQL on this machine');
  console.log(
    `${organizations} organizations of ${objects} objects, ${runners} runners in one process, a platform that answers after ${delayMs} ms`,
  );
  console.log(
    `${availableParallelism()} processors, node ${process.version}; ${loadavg()[0]?.toFixed(1)} processes waited to run`,
  );
  const told: { [name: string]: Told[] } = {};
  const stores = { PostgreSQL: server.url, files: undefined };
  const queues: Organization[][] = [];
  for (const url of Object.values(stores)) {
    const fleet = await Promise.all(
      Array.from({ length: organizations }, (_, number) => openOrganization(root, number)),
    );
    fleets.push(fleet);
    await begin(fleet, url);
    queues.push(queueOf(fleet));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [name, url]] of Object.entries(stores).entries()) {
      told[name] = [...(told[name] ?? []), await drive(queues[at] ?? [], url, untilMs / rounds)];
    }
  }
  for (const [at, [name, rounds]] of Object.entries(told).entries())
    console.log(describe(name, fleets[at] ?? [], rounds));
  const [own = [], beside = []] = [told.PostgreSQL, told.files];
  const applies = own.reduce((sum, { tookMs }) => sum + tookMs.length, 0);
  const row: Row = rowOf({
    ...{
      name: 'an apply of a fleet, ledgers in PostgreSQL',
      size: organizations * objects,
      of: 'wall',
      rounds: own.map(figuresOf),
    },
    ...{ beside: { name: 'ledgers in files', rounds: beside.map(figuresOf) }, counts: { applies } },
  });
  console.log(tableOf([row]));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ rows: [row] }, null, 2)}\n`);
} finally {
  for (const one of fleets.flat()) one.close();
  server?.stop();
  rmSync(root, { recursive: true, force: true });
}
