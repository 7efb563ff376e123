/** `docform platform snapshot`, `restore` and `snapshots`: states of a running platform, kept under names. */
import { jsonObjectOf } from '../../core/json-object.ts';
import { oneLine } from '../../report/sanitize.ts';
import { type Answer, type ControlFlags, itemsOf, onControl } from '../control.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';

export async function runSnapshot(session: Session, name: string, flags: ControlFlags): Promise<ExitCode> {
  return onControl(
    session,
    flags,
    { kind: 'platform-snapshot', hint: 'a name is made of letters, digits, _, . and -' },
    async ({ send }) => {
      const answer = jsonObjectOf(await send({ method: 'PUT', path: `snapshots/${encodeURIComponent(name)}` }));
      return { answer, text: `Kept the present state as ${oneLine(name)}; back to it: docform platform restore ${oneLine(name)}\n` };
    },
  );
}

export async function runRestore(session: Session, name: string, flags: ControlFlags): Promise<ExitCode> {
  return onControl(
    session,
    flags,
    { kind: 'platform-restore', hint: 'docform platform snapshots lists those there are' },
    async ({ send }) => {
      const answer = jsonObjectOf(await send({ method: 'POST', path: `snapshots/${encodeURIComponent(name)}/restore` }));
      return { answer, text: `Restored ${oneLine(name)}.\n` };
    },
  );
}

export async function runSnapshots(session: Session, flags: ControlFlags): Promise<ExitCode> {
  return onControl(session, flags, { kind: 'platform-snapshots' }, async ({ send }) => {
    const items = itemsOf(await send({ method: 'GET', path: 'snapshots' }));
    return { answer: { items }, text: items.length === 0 ? 'No snapshots.\n' : items.map(line).join('') };
  });
}

function line({ name, at, takenAt = at }: Answer): string {
  return `${oneLine(`${name}${takenAt === undefined ? '' : `  ${takenAt}`}`)}\n`;
}
