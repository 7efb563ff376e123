/** `docform platform state` and `platform reset`: what a running platform holds, and back to the start. */
import { jsonObjectOf } from '../../core/json-object.ts';
import { oneLine } from '../../report/sanitize.ts';
import { count } from '../../report/words.ts';
import { clockText } from '../clock-text.ts';
import { type Answer, type ControlFlags, onControl } from '../control.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';
import { seedNameOf } from './platform-seed.ts';

export async function runState(session: Session, flags: ControlFlags): Promise<ExitCode> {
  return onControl(session, flags, { kind: 'platform-state' }, async ({ send }) => {
    const answer = jsonObjectOf(await send({ method: 'GET', path: 'state' }));
    return { answer, text: stateText(answer) };
  });
}

export async function runReset(
  session: Session,
  flags: ControlFlags & { readonly seed?: string; readonly seedNumber?: string },
): Promise<ExitCode> {
  const body = {
    ...(flags.seed === undefined ? {} : { seed: seedNameOf(flags.seed) }),
    ...(flags.seedNumber === undefined ? {} : { seedNumber: wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31) }),
  };
  return onControl(session, flags, { kind: 'platform-reset' }, async ({ send }) => {
    await send({ method: 'POST', path: 'reset', body });
    const answer = jsonObjectOf(await send({ method: 'GET', path: 'state' }));
    return {
      answer,
      text: `Reset to ${seedText(answer)}: ${count(Number(answer.objects), 'object')}, real clock, no faults, empty log.\n`,
    };
  });
}

function seedText({ seed, seedNumber }: Answer): string {
  const name = seed === 'custom' ? 'the configuration it was started with' : `the seed ${oneLine(String(seed))}`;
  return `${name} (number ${seedNumber})`;
}

function stateText(state: Answer): string {
  const organizations = Array.isArray(state.organizations) ? state.organizations.map(jsonObjectOf) : [];
  const lines: readonly (readonly [string, string])[] = [
    ...organizations.map(({ id, title }) => ['Organization', oneLine(`${id}  ${title}`)] as const),
    ['Seed', seedText(state).replace('the seed ', '')],
    ['Objects', `${state.objects}  (digest ${oneLine(String(state.digest))})`],
    ['Clock', clockText(jsonObjectOf(state.clock))],
    ['Faults', String(state.faults)],
    ['Requests', String(state.requests)],
    ['Snapshots', String(state.snapshots)],
  ];
  return lines.map(([name, value]) => `${name.padEnd(12)}  ${value}\n`).join('');
}
