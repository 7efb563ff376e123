/** `docform ci comment`: keeps one comment with a plan below a pull request or merge request. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failureMarkdown } from '../../report/failed-markdown.ts';
import { jsonText } from '../../report/sanitize.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type ForgeFlags, openForgeFor, requestNumber, targetName } from '../forge.ts';
import { forgePage, originOf } from '../origin.ts';
import type { Session } from '../session.ts';
import { readHandedOver } from './ci-issue.ts';

export interface CommentFlags extends ForgeFlags {
  readonly onlyUpdate?: boolean;
  /** Whatever should have written the file may have been cut off. */
  readonly orFailed?: boolean;
  /** Page where the whole plan is kept; empty: it was not kept. */
  readonly artifact?: string;
}

export async function runCiComment(session: Session, flags: CommentFlags): Promise<ExitCode> {
  const target = await targetName(session, flags);
  const request = requestNumber(session);
  const body = flags.orFailed === true ? await planOrFailure(session, flags.file) : await readHandedOver(session, flags.file);
  const kept = forgePage(session.io.environment, flags.artifact);
  const text =
    kept === undefined
      ? body
      : `${body.trimEnd()}\n\n[The whole plan](${kept}), as it was kept with the run: \`plan.html\` is a page to look at.\n`;
  const { forge, close } = await openForgeFor(session, flags);
  try {
    const { keepComment } = await import('../../library/index.ts');
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

/** An empty file must not leave the comment of an earlier plan in its place. */
async function planOrFailure(session: Session, file: string | undefined): Promise<string> {
  if (file === undefined) return readHandedOver(session, file);
  const text = await readFile(resolve(session.settings.directory, file), 'utf8').catch(() => '');
  return text.trim() === '' ? failureMarkdown(undefined, originOf(session)) : text;
}

const words = {
  nothing: 'nothing to say, and no comment yet',
  unchanged: 'the comment says so already',
  added: 'commented',
  changed: 'changed the comment',
} as const;
