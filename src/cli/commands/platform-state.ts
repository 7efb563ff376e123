/** The commands that use the control plane of a running platform: `docform platform state`, `reset`, `clock`, `token`, `snapshot`, `snapshots`, `restore` and `log`. */

import { type ControlRequest, createControl, type PlatformControl } from '../../client/control.ts';
import { defaultPlatformUrl } from '../../client/http.ts';
import { defined, present } from '../../core/defined.ts';
import { DocformError, hasCode } from '../../core/docform-error.ts';
import { type JsonObject, jsonObjectOf } from '../../core/json.ts';
import { jsonLine, oneLine, visible } from '../../report/wording/sanitize.ts';
import { count } from '../../report/wording/words.ts';
import { type CommandFlags, printResult, type Run, type Session, usageFailure, wholeNumber } from '../io/session.ts';
import { proxyFor } from '../target.ts';
import { version } from '../version.ts';
import { seedNameOf } from './platform-seed.ts';

export const runState = controlCommand('platform-state', async (ask) => {
  const answer = await ask('GET', 'state');
  return { answer, text: stateText(answer) };
});

type ResetFlags = ControlFlags & CommandFlags<'seed' | 'seedNumber'>;

export const runReset = controlCommand<ResetFlags>('platform-reset', async (ask, _, { seed: name, seedNumber }) => {
  const seed = name === undefined ? undefined : seedNameOf(name);
  const body = defined({ seed, seedNumber: wholeNumber('--seed-number', seedNumber, 0, 2 ** 31) });
  await ask('POST', 'reset', { body });
  const answer = await ask('GET', 'state');
  const objects = count(Number(answer.objects), 'object');
  return { answer, text: `Reset to ${seedText(answer)}: ${objects}, real clock, no faults, empty log.\n` };
});

function seedText({ seed, seedNumber }: Answer) {
  const name = seed === 'custom' ? 'the initial configuration' : `the fixture ${oneLine(String(seed))}`;
  return `${name} (number ${seedNumber})`;
}

function stateText(state: Answer) {
  const organizations = Array.isArray(state.organizations) ? state.organizations.map(jsonObjectOf) : [];
  const lines: readonly (readonly [string, string])[] = [
    ...organizations.map(({ id, title }) => ['Organization', oneLine(`${id}  ${title}`)] as const),
    ['Fixture', seedText(state).replace('the fixture ', '')],
    ['Objects', `${state.objects}  (digest ${oneLine(String(state.digest))})`],
    ['Clock', clockText(jsonObjectOf(state.clock))],
    ['Faults', String(state.faults)],
    ['Requests', String(state.requests)],
    ['Snapshots', String(state.snapshots)],
  ];
  return lines.map(([name, value]) => `${name.padEnd(12)}  ${value}\n`).join('');
}

export const runClock = controlCommand('platform-clock', async (ask, [action = 'show', value]) => {
  await ask(...requestOf(action, value));
  const answer = await ask('GET', 'clock');
  return { answer, text: `${clockText(answer)}\n` };
});

function requestOf(action: string, value: string | undefined): Parameters<Ask> {
  if ((action === 'show' || action === 'real') && value !== undefined)
    throw usageFailure(`clock ${action} does not accept a value`, 'omit the value');
  switch (action) {
    case 'show':
      return ['GET', 'clock'];
    case 'real':
      return ['DELETE', 'clock'];
    case 'freeze':
      return ['PUT', 'clock', { body: { isFrozen: true, ...defined({ now: value && timeOf(value) }) } }];
    case 'advance':
      if (!/^\d+(\.\d+)?(ms|s|m|h|d)$/.test(value ?? ''))
        throw usageFailure(
          `clock advance ${value ?? ''} is not a duration`.replace('  ', ' '),
          'examples: 8d, 36h, 90m, 5s, 250ms',
        );
      return ['POST', 'clock/advance', { body: { by: value } }];
    default:
      throw usageFailure(`unknown action ${action}`, 'choose show, freeze [TIME], advance DURATION or real');
  }
}

function timeOf(text: string) {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw usageFailure(`${text} is not a valid time`, 'examples: 2026-03-01, 2026-03-01T09:00:00Z');
  return new Date(ms).toISOString();
}

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** `2026-03-01T09:00:00.000Z (frozen)` */
function clockText({ now, isFrozen, offsetMs }: Answer) {
  const ahead = Number(offsetMs);
  const shift =
    Math.abs(ahead) < 1000
      ? 'real time'
      : `${spanText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`;
  return oneLine(`${now} (${isFrozen === true ? 'frozen' : shift})`);
}

function spanText(ms: number) {
  const parts: string[] = [];
  let left = ms;
  for (const [unit, unitMs] of units) {
    const whole = Math.floor(left / unitMs);
    if (whole > 0) parts.push(`${whole}${unit}`);
    left -= whole * unitMs;
  }
  return parts.slice(0, 2).join(' ');
}

export const runSnapshot = controlCommand(
  'platform-snapshot',
  async (ask, [name = '']) => {
    const answer = await ask('PUT', `snapshots/${encodeURIComponent(name)}`);
    const restore = `docform platform restore ${oneLine(name)}`;
    return { answer, text: `Saved the current state as ${oneLine(name)}. To restore it, run ${restore}\n` };
  },
  'use only letters, digits, _, . and - in the name',
);

export const runRestore = controlCommand(
  'platform-restore',
  async (ask, [name = '']) => {
    const answer = await ask('POST', `snapshots/${encodeURIComponent(name)}/restore`);
    return { answer, text: `Restored ${oneLine(name)}.\n` };
  },
  '`docform platform snapshots` lists all snapshots',
);

export const runSnapshots = controlCommand('platform-snapshots', async (ask) => {
  const items = itemsOf(await ask('GET', 'snapshots'));
  return { answer: { items }, text: items.length === 0 ? 'No snapshots.\n' : items.map(line).join('') };
});

function line({ name, at, takenAt = at }: Answer) {
  return `${oneLine(`${name}${takenAt === undefined ? '' : `  ${takenAt}`}`)}\n`;
}

/** The text output is only the token, for `$(…)`. */
export const runToken = controlCommand(
  'platform-token',
  async (ask, [user = '']) => {
    const answer = await ask('POST', 'tokens', { body: { user } });
    return { answer, text: `${oneLine(String(answer.token))}\n` };
  },
  'give the e-mail address or id of a member',
);

export const runAccept = controlCommand('platform-accept', async (ask, [email = '']) => {
  const answer = await ask('POST', 'invitations/accept', { body: { email } });
  return { answer, text: `${oneLine(email)} is a member now\n` };
});

type LogFlags = ControlFlags & CommandFlags<'operation' | 'method' | 'path' | 'status' | 'limit', 'follow'>;

type Query = NonNullable<ControlRequest['query']>;

const operationHint = 'use the operation ids of the API, such as createTeam';
const pauseMs = 250;

export const runLog: Run<LogFlags> = async (session, _, flags) => {
  const { operation, method, path, status, limit } = flags;
  const query = defined({
    operation,
    method: method?.toUpperCase(),
    path,
    status: wholeNumber('--status', status, 100, 599)?.toString(),
    limit: wholeNumber('--limit', limit, 0, 10_000)?.toString(),
  });
  if (flags.follow === true) return follow(session, flags, query);
  const show = async (ask: Ask) => {
    const answer = await ask('GET', 'requests', { query });
    const items = itemsOf(answer);
    const older = Number(answer.total) - items.length;
    if (older > 0) session.say(`${older} older requests not shown; increase --limit\n`);
    if (Number(answer.dropped) > 0) session.say(`${answer.dropped} requests are no longer in the log\n`);
    return { answer, text: items.length === 0 ? 'No requests.\n' : items.map(requestLine).join('') };
  };
  return onControl(session, flags, 'platform-log', show, operationHint);
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
function requestLine({ number, at, method, path, query, operation, status, ms, fault }: Answer) {
  const target = `${path}${query === '' || query === undefined ? '' : `?${query}`}`;
  const about = present(operation ?? 'no operation', `${ms} ms`, fault !== undefined && `fault ${fault}`).join(', ');
  const columns = [String(number).padStart(4), String(at).slice(11, 19), String(method).padEnd(6), status ?? '---'];
  return `${visible(columns.join('  '))}  ${oneLine(`${target}  ${about}`)}\n`;
}

export type ControlFlags = CommandFlags<'url'>;

/** A response of the control plane. Any property can be missing. */
export type Answer = JsonObject;

/** Sends one request to the control plane. */
export type Ask = (
  method: ControlRequest['method'],
  path: string,
  parts?: Omit<ControlRequest, 'method' | 'path'>,
) => Promise<Answer>;

type Asking<F> = (ask: Ask, operands: readonly string[], flags: F) => Promise<{ answer: Answer; text: string }>;

/** A command that asks the control plane. `hint`: replaces the hint of a refusal. */
function controlCommand<F extends ControlFlags>(kind: string, work: Asking<F>, hint?: string): Run<F> {
  return (session, operands, flags) => onControl(session, flags, kind, (ask) => work(ask, operands, flags), hint);
}

export async function onControl(
  session: Session,
  flags: ControlFlags,
  kind: string,
  work: (ask: Ask) => ReturnType<Asking<never>>,
  hint?: string,
): Promise<void> {
  const control = openControl(session, flags);
  try {
    const { answer, text } = await work(async (method, path, parts) =>
      jsonObjectOf(await control.send({ method, path, ...parts })),
    );
    printResult(session, kind, answer, visible(text));
  } catch (error) {
    throw hasCode(error, 'E-CONTROL') && hint !== undefined
      ? new DocformError({ ...error, message: error.message, hint })
      : error;
  }
}

function openControl(session: Session, flags: ControlFlags) {
  const url = flags.url ?? (session.io.environment.DOCFORM_PLATFORM_URL || defaultPlatformUrl);
  const proxyUrl = proxyFor(url, session.io.environment);
  const { timeoutMs } = session.settings;
  const control = createControl({ url, timeoutMs, userAgent: `docform/${version}`, ...defined({ proxyUrl }) });
  session.onClose(control.close);
  return control;
}

export function itemsOf(value: unknown): readonly Answer[] {
  const items = jsonObjectOf(value).items;
  return Array.isArray(items) ? items.map(jsonObjectOf) : [];
}
