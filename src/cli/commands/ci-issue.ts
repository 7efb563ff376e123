/** `docform ci issue`: keeps the one issue that tells of a target's drift; what to tell comes from the file that `docform drift` wrote. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocformError } from '../../core/docform-error.ts';
import type { Finding, KeptIssue } from '../../library/index.ts';
import { jsonText } from '../../report/sanitize.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { type ForgeFlags, openForgeFor, targetName } from '../forge.ts';
import { originOf } from '../origin.ts';
import type { Session } from '../session.ts';

export interface IssueFlags extends ForgeFlags {
  readonly clean?: boolean;
}

export async function runCiIssue(session: Session, flags: IssueFlags): Promise<ExitCode> {
  const target = await targetName(session, flags);
  const text = await readHandedOver(session, flags.file);
  const { run } = originOf(session);
  const finding: Finding = {
    ...{ target, digest: driftDigest(text, flags.file ?? ''), isClean: flags.clean === true, text },
    ...(run === undefined ? {} : { run }),
  };
  const { forge, close } = await openForgeFor(session, flags);
  try {
    const { keepIssue } = await import('../../library/index.ts');
    const kept = await keepIssue(forge, finding);
    session.result(session.settings.format === 'json' ? keptJson(finding, kept) : keptText(finding, kept));
  } finally {
    await close();
  }
  return exitCode.done;
}

/** The file that another step wrote; read before anything is contacted. */
export async function readHandedOver(session: Session, file: string | undefined): Promise<string> {
  if (file === undefined) throw usageFailure('--file is missing', 'name the file that holds the Markdown');
  const text = await readFile(resolve(session.settings.directory, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw notWritten(`${file} cannot be read (${error.code ?? String(error)})`);
  });
  if (text.trim() !== '') return text;
  throw notWritten(`${file} is empty`);
}

/** A report that was cut short has no digest, and must neither open nor close anything. */
function driftDigest(text: string, file: string): string {
  const digest = /<!-- docform-drift digest=(sha256:[0-9a-f]{64}) -->\s*$/.exec(text)?.[1];
  if (digest !== undefined) return digest;
  throw notWritten(`${file} does not end as \`docform drift --format markdown\` ends`);
}

function notWritten(message: string): DocformError {
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-CI-FILE',
    message,
    hint: 'see what the step before this one said; nothing was contacted',
  });
}

const words: { readonly [A in KeptIssue['action']]: string } = {
  nothing: 'no drift, and no open issue',
  unchanged: 'the same drift as in',
  opened: 'opened',
  commented: 'the drift has changed: commented',
  reopened: 'there is drift again: reopened',
  closed: 'no drift any more: closed',
};

function keptText({ target }: Finding, { action, issue, duplicates }: KeptIssue): string {
  const also = duplicates.length === 0 ? '' : `; closed as well: ${duplicates.map(({ number }) => `#${number}`).join(', ')}`;
  return `${target}: ${words[action]}${issue === undefined ? '' : ` issue #${issue.number}`}${also}\n`;
}

function keptJson({ target, digest, isClean }: Finding, { action, issue, duplicates }: KeptIssue): string {
  const document = {
    ...{ schemaVersion: 1, kind: 'ci issue', target, digest, clean: isClean, action },
    ...{ number: issue?.number ?? null, url: issue?.url ?? null, alsoClosed: duplicates.map(({ number }) => number) },
  };
  return jsonText(document);
}
