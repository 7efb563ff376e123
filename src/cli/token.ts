/** The token: from a file, from stdin, or from the environment; never from a flag, where other users of the machine could see it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';

/** Masked in every output from here on. */
export async function readToken(session: Session): Promise<string> {
  const { tokenFile, directory } = session.settings;
  const text = tokenFile === undefined ? session.io.environment.DOCFORM_TOKEN : await textOf(session, tokenFile, directory);
  const token = text?.trim() ?? '';
  if (token === '') throw missing(tokenFile);
  session.keepSecret(token);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw tokenFailure('the token holds characters that no token has (spaces, line breaks, accents)', 'give the bare token, on one line');
  }
  return token;
}

async function textOf(session: Session, file: string, directory: string): Promise<string> {
  if (file === '-') return await session.io.stdin.readAll();
  try {
    return await readFile(resolve(directory, file), 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Failure(exitCode.usage, {
      code: 'E-TOKEN-FILE',
      message: `the token file ${file} cannot be read (${reason})`,
      hint: 'check the path of --token-file',
    });
  }
}

function missing(tokenFile: string | undefined): Failure {
  const message = tokenFile === undefined ? 'there is no token' : `the token file ${tokenFile} is empty`;
  return tokenFailure(message, 'put the token into DOCFORM_TOKEN, or name a file with --token-file (- is stdin)');
}

function tokenFailure(message: string, hint: string): Failure {
  return new Failure(exitCode.denied, { code: 'E-TOKEN', message, hint });
}
