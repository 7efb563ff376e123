/** Rows of the reference platform: first lists, reads with and without writes, durable writes of concurrent clients, and large fixtures. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPlatform, type Fixture } from '../../src/server/index.ts';
import { compile } from '../chaos/compile.ts';
import { type Figures, median, type Row, rowOf, timed } from './figures.ts';
import { inTurn } from './processes.ts';
import { type Bench, type Call, startBench } from './server-load.ts';

const token = 'bench';
const listed = 1000;
const seeded = 50_000;
const clients = 32;
const roundMs = 700;

/** A fixture with one admin, and teams. */
function teamsWorld(count: number): Fixture {
  const admin = {
    kind: 'member',
    id: 'members/ana@acme.dev',
    parent: null,
    fields: { email: 'ana@acme.dev', role: 'admin' },
  };
  const teams = Array.from({ length: count }, (_, at) => ({
    kind: 'team',
    id: `teams/t${at}`,
    parent: null,
    fields: { title: `Team ${at}` },
  }));
  return { seedNumber: 1, organizations: [{ id: 'acme', objects: [admin, ...teams] }] };
}

/** The first list after the platform was opened, compared with parsing and serializing the same JSON. */
async function coldList(root: string, rounds: number): Promise<Row> {
  const data = join(root, 'cold.db');
  createPlatform({ data, seed: teamsWorld(listed), token }).close();
  let text = '';
  const cold = async (): Promise<Figures> => {
    const platform = createPlatform({ data, token });
    const ask = (path: string, limit: number) => {
      const search = new URLSearchParams({ limit: String(limit) });
      return platform.answer({
        method: 'GET',
        path,
        search,
        origin: 'http://bench',
        authorization: `Bearer ${token}`,
        body: '',
      });
    };
    // The first request of a process loads the schema compiler.
    await ask('/v1/orgs', 1);
    const figures = await timed(async () => {
      text = (await ask('/v1/orgs/acme/teams', listed)).body ?? '';
    });
    platform.close();
    return figures;
  };
  const [rows = [], beside = []] = await inTurn(rounds, [cold, () => timed(() => JSON.stringify(JSON.parse(text)))]);
  const items = (JSON.parse(text) as { readonly items: readonly unknown[] }).items.length;
  return rowOf({
    name: 'platform, cold list',
    size: items,
    of: 'cpu',
    rounds: rows,
    beside: { name: 'its JSON', rounds: beside },
  });
}

/** Creates a data file from a fixture, compared with serializing it as JSON. */
async function seedRow(root: string, rounds: number): Promise<Row> {
  const world = teamsWorld(seeded);
  const data = join(root, 'seeded.db');
  const plant = async (): Promise<Figures> => {
    const figures = await timed(() => createPlatform({ data, seed: world, token }).close());
    for (const end of ['', '-wal', '-shm']) rmSync(`${data}${end}`, { force: true });
    return figures;
  };
  const [rows = [], beside = []] = await inTurn(rounds, [plant, () => timed(() => JSON.parse(JSON.stringify(world)))]);
  return rowOf({
    name: 'platform, seed into a file',
    size: seeded,
    of: 'cpu',
    rounds: rows,
    beside: { name: 'its JSON', rounds: beside },
  });
}

/** CPU time of the server per thousand requests. */
async function requestFigures(bench: Bench, calls: readonly Call[]): Promise<Figures> {
  const { perSecond, cpuUs } = await bench.run(calls, roundMs);
  return { cpuMs: cpuUs, wallMs: 1_000_000 / perSecond };
}

async function requestRow(
  name: string,
  servers: readonly [Bench, Bench],
  calls: readonly Call[],
  rounds: number,
): Promise<Row> {
  const [rows = [], beside = []] = await inTurn(
    rounds,
    servers.map((bench) => () => requestFigures(bench, calls)),
  );
  const perSecond = Math.round(1_000_000 / median(rows.map(({ wallMs }) => wallMs)));
  const row = { name: `platform, 1,000 requests: ${name}`, size: seeded / 100, of: 'cpu' as const, rounds: rows };
  return rowOf({ ...row, beside: { name: 'a bare handler', rounds: beside }, counts: { 'a second': perSecond } });
}

/** CPU time of the server per request, compared with a minimal handler that sends the same response. */
async function requestRows(root: string, rounds: number): Promise<readonly Row[]> {
  const script = compile('test/bench/server-child.ts', join(root, 'compiled'));
  const options = { seed: teamsWorld(seeded / 100), token };
  const servers: Bench[] = [];
  try {
    for (const data of [':memory:', join(root, 'served.db')])
      servers.push(await startBench(script, { type: 'platform', options: { ...options, data } }, token, clients));
    const [memory, file] = servers as [Bench, Bench];
    const list: Call = { method: 'GET', url: '/v1/orgs/acme/teams?limit=100' };
    const { items } = JSON.parse((await memory.ask(list)).body) as {
      readonly items: readonly { readonly id: string }[];
    };
    const teams = items.map(({ id }) => `/v1/orgs/acme/teams/${id}`);
    const gets = teams.map((url): Call => ({ method: 'GET', url }));
    const patches = teams.map(
      (url, at): Call => ({ method: 'PATCH', url, body: JSON.stringify({ title: `Title ${at}` }) }),
    );
    const mixed = patches.flatMap((patch, at) => [
      ...Array.from({ length: 9 }, (_, of) => gets[(at + of) % gets.length] as Call),
      patch,
    ]);
    const lists = patches.flatMap((patch) => [...Array.from({ length: 9 }, () => list), patch]);
    const answers: { [call: string]: Awaited<ReturnType<Bench['ask']>> } = {};
    for (const call of [list, ...gets, ...patches]) answers[`${call.method} ${call.url}`] ??= await memory.ask(call);
    const bare = await startBench(script, { type: 'bare', answers }, token, clients);
    servers.push(bare);
    return [
      await requestRow('list of 100', [memory, bare], [list], rounds),
      await requestRow('list of 100, each 10th a write', [memory, bare], lists, rounds),
      await requestRow('one object', [memory, bare], gets, rounds),
      await requestRow('one object, each 10th a write', [memory, bare], mixed, rounds),
      await requestRow(`durable writes of ${clients} clients`, [file, bare], patches, rounds),
    ];
  } finally {
    await Promise.all(servers.map((bench) => bench.stop()));
  }
}

export async function serverRows(root: string, rounds: number): Promise<readonly Row[]> {
  return [await coldList(root, rounds), await seedRow(root, rounds), ...(await requestRows(root, rounds))];
}
