/** Rows of whole processes: each command with recorded replies, compared with a process that sends the same requests, and startup compared with node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyRows } from './creating.ts';
import { type Row, rowOf } from './figures.ts';
import { startPeers } from './peers.ts';
import { type Command, inTurn, run } from './processes.ts';
import { program, type RecordedOrganization } from './recorded.ts';
import type { Recorded } from './replies-child.ts';

/** Sends the requests of the file, eight at a time: first all reads, then all writes. Parses the responses. */
const bareScript = `
const { Pool } = require('undici');
const [url, file] = process.argv.slice(1);
const pool = new Pool(url, { connections: 8 });
const requests = JSON.parse(require('fs').readFileSync(file, 'utf8'));
const headers = { 'content-type': 'application/json' };
const send = async ({ method, url: path, body }) => { JSON.parse(await (await pool.request({ method, path, headers, body: body || null })).body.text() || 'null'); };
const all = async (some) => { const queue = some.values(); await Promise.all(Array.from({ length: 8 }, async () => { for (const each of queue) await send(each); })); };
(async () => { await all(requests.filter(({ method }) => method === 'GET')); await all(requests.filter(({ method }) => method !== 'GET')); await pool.close(); })();
`;

export function bare(root: string, name: string, url: string, requests: readonly Recorded[]): Command {
  const file = join(root, `${name}.json`);
  writeFileSync(file, JSON.stringify(requests));
  return { file: process.execPath, args: ['-e', bareScript, url, file] };
}

const node: Command = { file: process.execPath, args: ['-e', '0'] };

export async function startUpRows(rounds: number): Promise<readonly Row[]> {
  const commands = [['--version'], ['--help'], ['validate', '-c', 'examples/acme/docform.yaml']];
  const rows: Row[] = [];
  for (const args of commands) {
    const own = { file: process.execPath, args: [program, ...args], env: { DOCFORM_ORG: 'acme' } };
    const [mine = [], beside = []] = await inTurn(rounds, [() => run(own), () => run(node)]);
    rows.push(
      rowOf({
        name: `docform ${args[0]}`,
        size: 0,
        of: 'cpu',
        rounds: mine,
        beside: { name: 'node -e 0', rounds: beside },
      }),
    );
  }
  return rows;
}

export async function commandRows(
  root: string,
  world: RecordedOrganization,
  { rounds, hasPeers, delayMs }: { readonly rounds: number; readonly hasPeers: boolean; readonly delayMs: number },
): Promise<readonly Row[]> {
  const { size, reading, importing } = world;
  const rows: Row[] = [];
  const peers = hasPeers ? await startPeers(root, size, delayMs) : [];
  try {
    const bareReads = bare(root, `reads-${size}`, reading.replies.url, reading.requests);
    const [of, ending] = delayMs > 0 ? (['wall', `, answers after ${delayMs} ms`] as const) : (['cpu', ''] as const);
    const count = async (command: Command) => {
      await reading.replies.replay(delayMs);
      const figures = await run(command);
      return { figures, requests: (await reading.replies.replay()).requests };
    };
    for (const name of ['plan', 'drift', 'import'] as const) {
      let requests = 0;
      const own = async () => {
        const told = await count(name === 'import' ? importing() : reading.command(name));
        requests = told.requests;
        return told.figures;
      };
      const works = [
        own,
        async () => (await count(bareReads)).figures,
        ...(name === 'plan'
          ? peers.map(
              ({ plan }) =>
                () =>
                  run(plan),
            )
          : []),
      ];
      const [mine = [], beside = [], ...others] = await inTurn(rounds, works);
      const row = { name: `${name}, recorded replies${ending}`, size, of, rounds: mine, counts: { requests } };
      rows.push(rowOf({ ...row, beside: { name: 'the same reads', rounds: beside } }));
      for (const [at, other] of others.entries())
        rows.push(
          rowOf({
            ...row,
            name: `${name} beside ${peers[at]?.tool}${ending}`,
            beside: { name: peers[at]?.name ?? '', rounds: other },
          }),
        );
    }
    rows.push(await validateRow(world, rounds), ...(await applyRows(root, world, { rounds, peers, delayMs })));
    return rows;
  } finally {
    for (const { stop } of peers) stop();
  }
}

export const parseScript = `require('yaml').parse(require('fs').readFileSync(process.argv[1], 'utf8'))`;

async function validateRow({ size, file, reading }: RecordedOrganization, rounds: number): Promise<Row> {
  const bareParse: Command = { file: process.execPath, args: ['-e', parseScript, file] };
  const { args } = reading.command('validate');
  const own: Command = { ...reading.command('validate'), args: args.slice(0, args.indexOf('--api-url')) };
  const [mine = [], beside = []] = await inTurn(rounds, [() => run(own), () => run(bareParse)]);
  return rowOf({ name: 'validate', size, of: 'cpu', rounds: mine, beside: { name: 'yaml alone', rounds: beside } });
}
