/** `docform platform log`: prints the requests that a running reference platform answered. */

import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { type JsonObject, jsonObjectOrEmpty } from '../../core/json.ts';
import type { ControlRequest, PlatformControl } from '../../remote/client/control.ts';
import { jsonLine, oneLine, visible } from '../../report/wording/sanitize.ts';
import { type CommandFlags, printResult, type Run, type Session, wholeNumber } from '../io/session.ts';
import { type ControlFlags, openControl } from '../target/control-plane.ts';

type LogFlags = ControlFlags & CommandFlags<'operation' | 'method' | 'path' | 'status' | 'limit', 'follow'>;

type Query = NonNullable<ControlRequest['query']>;

const pauseMs = 250;

export const runLog: Run<LogFlags> = async (session, _, flags) => {
  const { operation, method, path, status, limit } = flags;
  const query = withoutUndefined({
    operation,
    method: method?.toUpperCase(),
    path,
    status: wholeNumber('--status', status, 100, 599)?.toString(),
    limit: wholeNumber('--limit', limit, 0, 10_000)?.toString(),
  });
  if (flags.follow === true) return follow(session, flags, query);
  const answer = jsonObjectOrEmpty(await openControl(session, flags).send({ method: 'GET', path: 'requests', query }));
  const items = itemsOf(answer);
  const older = Number(answer.total) - items.length;
  if (older > 0) session.say(`${older} older requests not shown; increase --limit\n`);
  if (Number(answer.dropped) > 0) session.say(`${answer.dropped} requests are no longer in the log\n`);
  const text = items.length === 0 ? 'No requests.\n' : items.map(requestLine).join('');
  printResult(session, 'platform-log', answer, visible(text));
};

/** Polls for new requests. With JSON, prints one document per line. */
async function follow(session: Session, flags: LogFlags, query: Query) {
  const control = openControl(session, flags);
  let isOver = false;
  const stopped = new Promise<void>((stop) => session.catchInterrupts(stop)).then(() => {
    isOver = true;
  });
  const [newest] = itemsOf(await control.send({ method: 'GET', path: 'requests', query: { limit: '1' } }));
  let after = await printNew(session, control, query, Number(newest?.number ?? 0));
  session.say(`Following the log of ${control.url}; press Ctrl-C to stop\n`);
  while (!isOver) {
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
    if (!isOver) after = await printNew(session, control, { ...query, limit: '1000', after: String(after) }, after);
  }
}

async function printNew(session: Session, { send }: PlatformControl, query: Query, after: number) {
  const items = itemsOf(await send({ method: 'GET', path: 'requests', query }));
  for (const item of items) session.result(session.isJson ? jsonLine(item) : requestLine(item));
  return Math.max(after, Number(items.at(-1)?.number ?? 0));
}

/** `12  09:00:01  PUT    201  /v1/orgs/o1/teams  createTeam, 3 ms` */
function requestLine({ number, at, method, path, query, operation, status, ms, fault }: JsonObject) {
  const target = `${path}${query === '' || query === undefined ? '' : `?${query}`}`;
  const about = withoutMissing(operation ?? 'no operation', `${ms} ms`, fault !== undefined && `fault ${fault}`).join(
    ', ',
  );
  const columns = [String(number).padStart(4), String(at).slice(11, 19), String(method).padEnd(6), status ?? '---'];
  return `${visible(columns.join('  '))}  ${oneLine(`${target}  ${about}`)}\n`;
}

function itemsOf(value: unknown): readonly JsonObject[] {
  const items = jsonObjectOrEmpty(value).items;
  return Array.isArray(items) ? items.map(jsonObjectOrEmpty) : [];
}
