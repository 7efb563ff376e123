/** `docform platform log`: prints the requests that a running platform answered, and follows the log with --follow. */

import type { PlatformControl } from '../../client/control.ts';
import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { jsonLine, oneLine, visible } from '../../report/sanitize.ts';
import { type Answer, type Ask, type ControlFlags, itemsOf, onControl, openControl } from '../control.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

interface LogFlags extends ControlFlags {
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: string;
  readonly limit?: string;
  readonly follow?: boolean;
}

const operationHint = 'use the operation ids of the API, such as createTeam';
const pauseMs = 250;

export async function runLog(session: Session, _: unknown, flags: LogFlags): Promise<ExitCode> {
  const limit = flags.limit === undefined ? undefined : wholeNumber('--limit', flags.limit, 0, 10_000);
  const query = textsOf({
    operation: flags.operation,
    method: flags.method?.toUpperCase(),
    path: flags.path,
    status: flags.status === undefined ? undefined : wholeNumber('--status', flags.status, 100, 599),
    limit,
  });
  if (flags.follow === true) return follow(session, flags, query);
  const show = async (ask: Ask) => {
    const answer = await ask('GET', 'requests', { query });
    const items = itemsOf(answer);
    const older = Number(answer.total) - items.length;
    if (older > 0) session.say(`${older} older requests not shown; increase --limit\n`);
    if (Number(answer.dropped) > 0) session.say(`${answer.dropped} requests are no longer in the log\n`);
    return { answer, text: items.length === 0 ? 'No requests.\n' : items.map(line).join('') };
  };
  return onControl(session, flags, 'platform-log', show, operationHint);
}

/** Polls for new requests. With JSON, prints one document per line. */
async function follow(
  session: Session,
  flags: LogFlags,
  query: { readonly [name: string]: string },
): Promise<ExitCode> {
  const control = await openControl(session, flags);
  let isOver = false;
  const stopped = new Promise<void>((stop) => session.catchInterrupts(stop)).then(() => {
    isOver = true;
  });
  try {
    const [newest] = itemsOf(await control.send({ method: 'GET', path: 'requests', query: { limit: '1' } }));
    let after = await print(session, control, query, Number(newest?.number ?? 0));
    session.say(`Following the log of ${control.url}; press Ctrl-C to stop\n`);
    while (!isOver) {
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
      if (!isOver) after = await print(session, control, { ...query, limit: '1000', after: String(after) }, after);
    }
  } finally {
    await control.close();
  }
  return exitCode.done;
}

async function print(
  session: Session,
  { send }: PlatformControl,
  query: { readonly [name: string]: string },
  after: number,
): Promise<number> {
  const items = itemsOf(await send({ method: 'GET', path: 'requests', query }));
  const isJson = session.settings.format === 'json';
  for (const item of items) session.result(isJson ? jsonLine(item) : line(item));
  return Math.max(after, Number(items.at(-1)?.number ?? 0));
}

/** `12  09:00:01  PUT    201  /v1/orgs/o1/teams  createTeam, 3 ms` */
function line({ number, at, method, path, query, operation, status, ms, fault }: Answer): string {
  const target = `${path}${query === '' || query === undefined ? '' : `?${query}`}`;
  const about = [operation ?? 'no operation', `${ms} ms`, ...(fault === undefined ? [] : [`fault ${fault}`])].join(
    ', ',
  );
  const columns = [
    String(number).padStart(4),
    String(at).slice(11, 19),
    String(method).padEnd(6),
    String(status ?? '---'),
  ];
  return `${visible(columns.join('  '))}  ${oneLine(`${target}  ${about}`)}\n`;
}

function textsOf(parts: { readonly [name: string]: string | number | undefined }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
