/** `docform platform faults`: lists, adds and removes the injected faults of a running platform. */

import { defined, present } from '../../core/defined.ts';
import { jsonObjectOf } from '../../core/json.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import { count } from '../../report/wording/words.ts';
import { textOfFlag } from '../files/named-file.ts';
import { flagName } from '../flags.ts';
import { type CommandFlags, type Run, type Session, usageFailure, wholeNumber } from '../io/session.ts';
import { type Answer, type Ask, type ControlFlags, itemsOf, onControl } from './platform-state.ts';

const clearHint = '`docform platform faults` lists all faults';
const addHint =
  'see `docform platform faults --help` for the effects and their flags; use the operation ids of the API';

export const runFaults: Run<FaultFlags> = async (session, operands, flags) => {
  const [action = 'list', id] = operands;
  if (action !== 'clear' && id !== undefined)
    throw usageFailure(
      `faults ${action} does not accept an id argument`,
      action === 'add' ? 'use --id' : 'omit the id',
    );
  const kind = 'platform-faults';
  if (action === 'list') return onControl(session, flags, kind, list);
  if (action === 'clear') return onControl(session, flags, kind, (ask) => clear(ask, id), clearHint);
  if (action !== 'add') throw usageFailure(`unknown action ${action}`, 'choose list, add or clear');
  const wanted = flags.file === undefined ? [faultOf(flags)] : await faultsIn(session, flags.file);
  return onControl(session, flags, kind, (ask) => add(ask, wanted), addHint);
};

async function add(ask: Ask, faults: readonly unknown[]) {
  const items: Answer[] = [];
  for (const body of faults) items.push(await ask('POST', 'faults', { body }));
  return { answer: { items }, text: items.map((fault) => `Added ${faultText(fault)}\n`).join('') };
}

async function list(ask: Ask) {
  const items = itemsOf(await ask('GET', 'faults'));
  const lines = items.map(
    (fault) => `${faultText(fault)}; applied to ${fault.hits} of ${count(Number(fault.calls), 'matching request')}\n`,
  );
  return { answer: { items }, text: items.length === 0 ? 'No faults.\n' : lines.join('') };
}

async function clear(ask: Ask, id: string | undefined) {
  await ask('DELETE', id === undefined ? 'faults' : `faults/${encodeURIComponent(id)}`);
  const items = itemsOf(await ask('GET', 'faults'));
  return { answer: { items }, text: id === undefined ? 'Removed all faults.\n' : `Removed ${oneLine(id)}.\n` };
}

async function faultsIn(session: Session, file: string): Promise<readonly unknown[]> {
  const text = await textOfFlag(session, file, 'text');
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    throw usageFailure(`${file === '-' ? 'stdin' : file} is not valid JSON`, 'give one fault or a list of faults');
  }
}

/** `fault-1: createTeam -> status 503, 2 times` */
function faultText({ id, match, effect, nth, times, probability }: Answer) {
  const { operation, method, path } = jsonObjectOf(match);
  const strikes = present<unknown>(operation, method, path).map(wordsOf);
  const { type, ...parts } = jsonObjectOf(effect);
  const details = Object.entries(parts).map(([name, value]) =>
    name === type ? wordsOf(value) : `${name} ${wordsOf(value)}`,
  );
  const limits = present(
    nth !== undefined && `${Array.isArray(nth) && nth.length > 1 ? 'requests' : 'request'} ${wordsOf(nth)} only`,
    times !== undefined && `at most ${count(Number(times), 'time')}`,
    probability !== undefined && `probability ${wordsOf(probability)}`,
  );
  const what = [[type, ...details].map(wordsOf).join(' '), ...limits].join(', ');
  return oneLine(`${id}: ${strikes.length === 0 ? 'every request' : strikes.join(' ')} -> ${what}`);
}

function wordsOf(value: unknown) {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type FaultFlags = ControlFlags &
  CommandFlags<
    | 'file'
    | 'id'
    | 'path'
    | 'effect'
    | 'status'
    | 'message'
    | 'ms'
    | 'when'
    | 'resetAfterMs'
    | 'bytes'
    | 'items'
    | 'nth'
    | 'times'
    | 'probability'
    | 'seed',
    'retryAfter' | 'cleanly',
    'operation' | 'method' | 'header'
  >;

const most = 2 ** 31;

const effects: { readonly [type: string]: Record<'needs' | 'may', readonly (keyof FaultFlags)[]> } = {
  status: { needs: ['status'], may: ['message', 'header'] },
  latency: { needs: ['ms'], may: [] },
  drop: { needs: [], may: ['when'] },
  'rate-limit': { needs: ['resetAfterMs'], may: ['retryAfter'] },
  truncate: { needs: [], may: ['bytes', 'cleanly'] },
  'repeat-cursor': { needs: [], may: [] },
  'missing-items': { needs: ['items'], may: [] },
};
const effectFlags = new Set(Object.values(effects).flatMap(({ needs, may }) => [...needs, ...may]));

function faultOf(flags: FaultFlags) {
  const { effect = '', id, operation, method, path, nth, times, probability, seed } = flags;
  const words = effects[effect];
  if (words === undefined) {
    const message = effect === '' ? '--effect is missing' : `--effect ${effect} is unknown`;
    throw usageFailure(message, `choose ${Object.keys(effects).join(', ')}; or use --file`);
  }
  const missing = words.needs.find((name) => flags[name] === undefined);
  if (missing !== undefined)
    throw usageFailure(`--effect ${effect} requires ${flagName(missing)}`, 'see `docform platform faults --help`');
  const stray = [...effectFlags].find(
    (name) => flags[name] !== undefined && ![...words.needs, ...words.may].includes(name),
  );
  if (stray !== undefined)
    throw usageFailure(`--effect ${effect} does not support ${flagName(stray)}`, `omit ${flagName(stray)}`);
  const match = defined({ operation, method: method?.map((name) => name.toUpperCase()), path });
  return {
    ...defined({ id, match: Object.keys(match).length === 0 ? undefined : match }),
    effect: effectOf(effect, flags),
    ...defined({
      nth: nth?.split(',').map((each) => wholeNumber('--nth', each.trim(), 1, most)),
      times: wholeNumber('--times', times, 1, most),
      probability: probability === undefined ? undefined : shareIn(probability),
      seed: wholeNumber('--seed', seed, 0, most),
    }),
  };
}

function effectOf(type: string, flags: FaultFlags) {
  const number = (name: 'status' | 'ms' | 'resetAfterMs' | 'bytes' | 'items') =>
    wholeNumber(flagName(name), flags[name], 0, most);
  const { message, retryAfter } = flags;
  return {
    type,
    ...defined({ status: number('status'), message, headers: headersIn(flags.header), ms: number('ms') }),
    ...defined({ resetAfterMs: number('resetAfterMs'), retryAfter, bytes: number('bytes'), items: number('items') }),
    ...(type === 'drop' ? { when: flags.when ?? 'before' } : {}),
    ...(type === 'truncate' ? { cleanly: flags.cleanly ?? false } : {}),
  };
}

function headersIn(headers: readonly string[] | undefined) {
  if (headers === undefined) return undefined;
  return Object.fromEntries(
    headers.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw usageFailure(`--header ${text} is not NAME=VALUE`, 'example: --header retry-after=1');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function shareIn(text: string) {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw usageFailure(`--probability ${text} is not a number from 0 to 1`);
}
