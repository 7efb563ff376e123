/** Reads the token from a file, stdin or the environment. There is no flag for the token, because other users can see flags. */

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { DocformError, exitCode } from '../core/docform-error.ts';
import { readPlainFile } from '../disk/files.ts';
import { usageFailure } from './failure.ts';
import { missingPlace } from './named-file.ts';
import { mostTokenBytes, type Session } from './session.ts';

export function tokenSource({ settings }: Pick<Session, 'settings'>): string {
  return settings.tokenFile === undefined ? 'DOCFORM_TOKEN' : '--token-file';
}

export async function readToken(session: Session): Promise<string> {
  const { tokenFile, directory } = session.settings;
  const text =
    tokenFile === undefined ? session.io.environment.DOCFORM_TOKEN : await textOf(session, tokenFile, directory);
  const token = text?.trim() ?? '';
  if (token === '') throw missing(tokenFile);
  session.keepSecret(token);
  return token;
}

async function textOf(session: Session, file: string, directory: string) {
  if (file === '-') return await session.io.stdin.readAll();
  const path = resolve(directory, file);
  const read = readPlainFile(path, mostTokenBytes);
  if ('text' in read) return read.text;
  if (read.fault === 'missing')
    throw await missingPlace(directory, file, {
      what: 'file',
      hint: 'check the path of --token-file',
      code: 'E-TOKEN-FILE',
    });
  if (read.fault !== 'not-a-file') throw unreadable(file, read.reason ?? read.fault);
  const piped = await pipedText(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error.code ?? 'unreadable');
  });
  if (piped === undefined) throw unreadable(file, 'too-big');
  return piped;
}

/** Reads the pipe of `<(command)`. undefined: too long for a token. */
async function pipedText(path: string) {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path)) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > mostTokenBytes) return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreadable(file: string, reason: string) {
  return usageFailure(
    `the token file ${file} cannot be read (${reason})`,
    'check the path of --token-file',
    'E-TOKEN-FILE',
  );
}

function missing(tokenFile: string | undefined) {
  const message = tokenFile === undefined ? 'no token' : `the token file ${tokenFile} is empty`;
  const hint = 'set DOCFORM_TOKEN, or pass --token-file FILE (- for stdin)';
  return new DocformError({ exit: exitCode.denied, code: 'E-TOKEN', message, hint });
}
