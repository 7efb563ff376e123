/** `docform platform clock`: shows, stops and moves the clock of a running platform. */
import { jsonObjectOf } from '../../core/json-object.ts';
import type { ControlRequest } from '../../library/index.ts';
import { clockText } from '../clock-text.ts';
import { type ControlFlags, onControl } from '../control.ts';
import type { ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';

export async function runClock(session: Session, [action = 'show', value]: readonly string[], flags: ControlFlags): Promise<ExitCode> {
  const request = requestOf(action, value);
  return onControl(session, flags, { kind: 'platform-clock' }, async ({ send }) => {
    await send(request);
    const answer = jsonObjectOf(await send({ method: 'GET', path: 'clock' }));
    return { answer, text: `${clockText(answer)}\n` };
  });
}

function requestOf(action: string, value: string | undefined): ControlRequest {
  if ((action === 'show' || action === 'real') && value !== undefined) throw usageFailure(`clock ${action} takes no value`, 'leave it out');
  switch (action) {
    case 'show':
      return { method: 'GET', path: 'clock' };
    case 'real':
      return { method: 'DELETE', path: 'clock' };
    case 'freeze':
      return { method: 'PUT', path: 'clock', body: { isFrozen: true, ...(value === undefined ? {} : { now: timeOf(value) }) } };
    case 'advance':
      if (!/^\d+(\.\d+)?(ms|s|m|h|d)$/.test(value ?? ''))
        throw usageFailure(`clock advance ${value ?? ''} names no duration`.replace('  ', ' '), 'write it like 8d, 36h, 90m, 5s or 250ms');
      return { method: 'POST', path: 'clock/advance', body: { by: value } };
    default:
      throw usageFailure(`clock cannot ${action}`, 'choose show, freeze [TIME], advance DURATION or real');
  }
}

function timeOf(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw usageFailure(`${text} is no time`, 'write it like 2026-03-01 or 2026-03-01T09:00:00Z');
  return new Date(ms).toISOString();
}
