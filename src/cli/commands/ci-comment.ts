/** `docform ci comment`: keeps one comment with a plan below a pull request or merge request. */

import { jsonText } from '../../report/sanitize.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type ForgeFlags, openForgeFor, requestNumber, targetName } from '../forge.ts';
import type { Session } from '../session.ts';
import { readHandedOver } from './ci-issue.ts';

export interface CommentFlags extends ForgeFlags {
  readonly onlyUpdate?: boolean;
}

export async function runCiComment(session: Session, flags: CommentFlags): Promise<ExitCode> {
  const target = await targetName(session, flags);
  const request = requestNumber(session);
  const text = await readHandedOver(session, flags.file);
  const { forge, close } = await openForgeFor(session, flags);
  try {
    const { keepComment } = await import('../../index.ts');
    const action = await keepComment(forge, { target, text, request, isOnlyKept: flags.onlyUpdate === true });
    session.result(
      session.settings.format === 'json'
        ? jsonText({ schemaVersion: 1, kind: 'ci comment', target, request, action })
        : `${target}: ${words[action]}\n`,
    );
  } finally {
    await close();
  }
  return exitCode.done;
}

const words = {
  nothing: 'nothing to say, and no comment yet',
  unchanged: 'the comment says so already',
  added: 'commented',
  changed: 'changed the comment',
} as const;
