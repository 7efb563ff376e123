/** Writes an import: the files whole or not at all, and the ledger last, so that it never knows what no file says. */
import { DocformError } from '../../core/docform-error.ts';
import type { Lease, PreparedImport } from '../../library/index.ts';
import { visible } from '../../report/sanitize.ts';
import { count } from '../../report/words.ts';
import { writeConfigurationFiles } from '../configuration-files.ts';
import { exitCode } from '../exit-code.ts';
import { traceRequest } from '../planning.ts';
import type { Session } from '../session.ts';
import type { Bringing } from './importing.ts';

/** False: somebody said no to the changes of files that are there. */
export async function writeImport(session: Session, bringing: Bringing, prepared: PreparedImport, lease: Lease): Promise<boolean> {
  const { texts, before, diff, files } = prepared;
  const isPatch = files.some(({ status }) => status === 'changed');
  if (isPatch) {
    const show = session.settings.isConfirmed ? session.say : session.warn;
    show(visible(diff));
    if (!session.settings.isConfirmed && !(await isAgreed(session, files.length))) return false;
  }
  session.catchInterrupts(() => session.warn('\nInterrupted: what is being written is finished first.\n'));
  const { directory } = session.settings;
  // The main file comes last: without it, the others are no configuration.
  await writeConfigurationFiles({ directory, main: bringing.place.file, before, after: new Map([...texts].reverse()) });
  const { target, ledger } = bringing;
  const { keepImport } = await import('../../library/index.ts');
  await keepImport(prepared, { platform: target.platform, ledger, lease, ...target.traffic, onRequest: traceRequest(session) });
  return true;
}

/** Whether to change files that are there; nothing is asked where none changes. */
async function isAgreed({ io, settings }: Session, files: number): Promise<boolean> {
  if (!io.stdin.isTerminal || !settings.hasInput) {
    throw new DocformError({
      exit: exitCode.usage,
      code: 'E-CONFIRM',
      message: `import asks before it changes ${count(files, 'file')}, and there is no terminal to ask on: nothing was written`,
      hint: 'look at `docform import --dry-run`, then run `docform import --yes`',
    });
  }
  const answer = (await io.stdin.ask('Write this? [y/N] '))?.trim().toLowerCase();
  return answer === 'yes' || answer === 'y';
}
