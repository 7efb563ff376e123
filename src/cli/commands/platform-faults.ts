/** `docform platform faults`: the faults that requests to a running platform meet. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { jsonObjectOf } from '../../core/json-object.ts';
import type { PlatformControl } from '../../library/index.ts';
import { oneLine } from '../../report/sanitize.ts';
import { count } from '../../report/words.ts';
import { type Answer, itemsOf, onControl } from '../control.ts';
import type { ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { type FaultFlags, faultOf } from '../fault-of.ts';
import type { Session } from '../session.ts';

const addHint = 'docform platform faults --help names the effects and their flags; operations are named as in the contract';

export async function runFaults(session: Session, operands: readonly string[], flags: FaultFlags): Promise<ExitCode> {
  const [action = 'list', id] = operands;
  if (action !== 'clear' && id !== undefined)
    throw usageFailure(`faults ${action} takes no id`, action === 'add' ? 'name it with --id' : 'leave it out');
  if (action === 'list') return onControl(session, flags, { kind: 'platform-faults' }, list);
  if (action === 'clear')
    return onControl(session, flags, { kind: 'platform-faults', hint: 'docform platform faults lists those there are' }, (control) =>
      clear(control, id),
    );
  if (action !== 'add') throw usageFailure(`faults cannot ${action}`, 'choose list, add or clear');
  const wanted = flags.file === undefined ? [faultOf(flags)] : await faultsIn(session, flags.file);
  return onControl(session, flags, { kind: 'platform-faults', hint: addHint }, async ({ send }) => {
    const items: Answer[] = [];
    for (const body of wanted) items.push(jsonObjectOf(await send({ method: 'POST', path: 'faults', body })));
    return { answer: { items }, text: items.map((fault) => `Added ${faultText(fault)}\n`).join('') };
  });
}

async function list({ send }: PlatformControl) {
  const items = itemsOf(await send({ method: 'GET', path: 'faults' }));
  const lines = items.map((fault) => `${faultText(fault)}; struck ${fault.hits} of ${count(Number(fault.calls), 'matching request')}\n`);
  return { answer: { items }, text: items.length === 0 ? 'No faults.\n' : lines.join('') };
}

async function clear({ send }: PlatformControl, id: string | undefined) {
  await send({ method: 'DELETE', path: id === undefined ? 'faults' : `faults/${encodeURIComponent(id)}` });
  const items = itemsOf(await send({ method: 'GET', path: 'faults' }));
  return { answer: { items }, text: id === undefined ? 'Removed all faults.\n' : `Removed ${oneLine(id)}.\n` };
}

/** One fault, or a list of them. */
async function faultsIn(session: Session, file: string): Promise<readonly unknown[]> {
  const text = file === '-' ? await session.io.stdin.readAll() : await readFile(resolve(session.settings.directory, file), 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    throw usageFailure(`${file === '-' ? 'the standard input' : file} is not JSON`, 'it has to hold one fault, or a list of faults');
  }
}

/** `fault-1: createTeam -> status 503, 2 times` */
function faultText({ id, match, effect, nth, times, probability }: Answer): string {
  const { operation, method, path } = jsonObjectOf(match);
  const strikes = [operation, method, path].filter((part) => part !== undefined).map(wordsOf);
  const { type, ...parts } = jsonObjectOf(effect);
  const details = Object.entries(parts).map(([name, value]) => (name === type ? wordsOf(value) : `${name} ${wordsOf(value)}`));
  const limits = [
    ...(nth === undefined ? [] : [`${Array.isArray(nth) && nth.length > 1 ? 'requests' : 'request'} ${wordsOf(nth)} only`]),
    ...(times === undefined ? [] : [`at most ${count(Number(times), 'time')}`]),
    ...(probability === undefined ? [] : [`probability ${wordsOf(probability)}`]),
  ];
  const what = [[type, ...details].map(wordsOf).join(' '), ...limits].join(', ');
  return oneLine(`${id}: ${strikes.length === 0 ? 'every request' : strikes.join(' ')} -> ${what}`);
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
