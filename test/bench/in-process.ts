/** Rows within one process: reading the configuration compared with parsing it, and reads and writes compared with the same requests in a loop. */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { ledgerPath } from '../../src/ledger/ledger-file.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { openLedger } from '../../src/library/ledger.ts';
import { plan } from '../../src/library/plan.ts';
import { createHttpTransport } from '../../src/remote/client/http.ts';
import { type Figures, type Row, rowOf, timed } from './figures.ts';
import { inTurn } from './processes.ts';
import type { RecordedOrganization } from './recorded.ts';
import { bareLoop, concurrency } from './served.ts';

/** Response time of a remote platform in milliseconds. */
const delays = [0, 20, 100];

export async function loadRow({ size, file }: RecordedOrganization, rounds: number): Promise<Row> {
  const text = readFileSync(file, 'utf8');
  const load = () => timed(() => validate({ directory: dirname(file), file, organization: 'acme' }));
  const [mine = [], beside = []] = await inTurn(rounds, [load, () => timed(() => parse(text))]);
  const megabytes = Math.round((text.length / 2 ** 20) * 100) / 100;
  return rowOf({
    name: 'load and validate, warm',
    size,
    of: 'cpu',
    rounds: mine,
    beside: { name: 'yaml alone', rounds: beside },
    counts: { MB: megabytes },
  });
}

interface Opened {
  readonly transport: Transport;
  readonly requests: WireRequest[];
  readonly close: () => Promise<void>;
}

function open(url: string): Opened {
  const { transport, close } = createHttpTransport({ baseUrl: url, token: 'bench', connections: concurrency });
  const requests: WireRequest[] = [];
  return {
    requests,
    close,
    transport: (request, options) => {
      requests.push(request);
      return transport(request, options);
    },
  };
}

async function desiredOf(file: string) {
  const { desired } = (await validate({ directory: dirname(file), file, organization: 'acme' })) ?? {};
  if (desired === undefined) throw new Error(`${file} is not valid`);
  return desired;
}

async function ledgerOf(file: string, host: string) {
  return openLedger({
    ...{ path: ledgerPath(dirname(file)), target: { host, organization: 'acme' } },
    ...{ variables: {}, version: 'bench', timeoutMs: 30_000, machine: { host: 'bench', pid: process.pid } },
  });
}

/** Plans with all reads, measured in wall time, because most of it is waiting. */
export async function readRows(
  { size, file, reading: { replies } }: RecordedOrganization,
  rounds: number,
): Promise<readonly Row[]> {
  const { transport, requests, close } = open(replies.url);
  const { host } = new URL(replies.url);
  const [desired, { ledger }] = [await desiredOf(file), await ledgerOf(file, host)];
  const rows: Row[] = [];
  try {
    for (const delayMs of delays) {
      await replies.replay(delayMs);
      let sent: readonly WireRequest[] = [];
      const own = async () => {
        requests.length = 0;
        const figures = await timed(() => plan({ desired, platform: { host, transport, close }, ledger, concurrency }));
        sent = [...requests];
        return figures;
      };
      const [mine = [], beside = []] = await inTurn(rounds, [own, () => timed(() => bareLoop(transport, sent))]);
      const name = `reads and plan, answers after ${delayMs} ms`;
      rows.push(
        rowOf({
          name,
          size,
          of: 'wall',
          rounds: mine,
          beside: { name: 'the same reads', rounds: beside },
          counts: { requests: sent.length },
        }),
      );
    }
    return rows;
  } finally {
    await replies.replay(0);
    await close();
  }
}

export async function writeRows(world: RecordedOrganization, rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const delayMs of delays.filter((each) => each > 0)) rows.push(await writeRow(world, rounds, delayMs));
  return rows;
}

/** Applies a plan, measured in wall time. Its writes are independent of each other. */
async function writeRow({ size, applying }: RecordedOrganization, rounds: number, delayMs: number): Promise<Row> {
  const { transport, requests, close } = open(applying.replies.url);
  const { host } = new URL(applying.replies.url);
  let sent: readonly WireRequest[] = [];
  const own = async (): Promise<Figures> => {
    const { cwd = '' } = await applying.begin();
    const file = join(cwd, 'docform.yaml');
    await applying.replies.replay(delayMs);
    const { ledger } = await ledgerOf(file, host);
    const planned = await plan({
      desired: await desiredOf(file),
      platform: { host, transport, close },
      ledger,
      concurrency,
    });
    requests.length = 0;
    const figures = await timed(() => apply(planned, { platform: { host, transport, close }, ledger, concurrency }));
    sent = [...requests];
    rmSync(cwd, { recursive: true, force: true });
    return figures;
  };
  try {
    const [mine = [], beside = []] = await inTurn(rounds, [own, () => timed(() => bareLoop(transport, sent))]);
    const name = `apply of 1 %, answers after ${delayMs} ms`;
    return rowOf({
      name,
      size,
      of: 'wall',
      rounds: mine,
      beside: { name: 'the same writes', rounds: beside },
      counts: { writes: sent.length },
    });
  } finally {
    await applying.replies.replay(0);
    await close();
  }
}
