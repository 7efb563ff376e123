/** Decides whether an import changes the existing configuration or writes a new one. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { relativePath } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import type { Validation } from '../library/configuration.ts';
import { ledgerShared } from '../library/prepare-import.ts';
import { configurationOptions, requireConfiguration, validated } from './configuration.ts';
import { conflictingFlags, usageFailure } from './failure.ts';
import { placeAt, placeToWrite } from './named-file.ts';
import type { Session } from './session.ts';
import { isLocalAddress } from './target.ts';

export interface ImportPlace {
  readonly file: string;
  readonly validation?: Validation;
}

export async function findPlace(session: Session, out: string | undefined): Promise<ImportPlace> {
  const { configuration, directory } = session.settings;
  if (out !== undefined && configuration !== undefined)
    throw conflictingFlags('--out', '--config', 'give only one of the two flags');
  if (out === '-')
    throw usageFailure('--out requires a file or a directory, not -', 'use --dry-run to print the result');
  await requireConfiguration(session);
  const named = configuration ?? (out === undefined ? undefined : fileIn(directory, out));
  placeToWrite(directory, named ?? 'docform.yaml');
  if (named !== undefined && !existsSync(resolve(directory, named))) return { file: relativePath(directory, named) };
  const validation = await validated(session, { ...configurationOptions(session), ...defined({ file: named }) });
  return validation === undefined ? { file: 'docform.yaml' } : { file: validation.file, validation };
}

export function refuseMisplaced({ settings }: Session, file: string): void {
  const { directory, environmentName: environment, apiUrl = '' } = settings;
  const home = dirname(resolve(directory, file));
  const other = resolve(home, 'docform.yaml');
  if (environment === undefined && !isLocalAddress(apiUrl) && other !== resolve(directory, file) && existsSync(other))
    throw ledgerShared(
      `${file} would share a ledger with ${relativePath(directory, other)}, whose next apply would delete the objects of ${file}`,
    );
  if (environment !== undefined && !existsSync(resolve(home, 'env', `${environment}.yaml`)))
    throw usageFailure(
      `--env ${environment} requires the file ${relativePath(directory, resolve(home, 'env', `${environment}.yaml`))}`,
      'create the file (`{}` is enough), and import again',
    );
}

export function fileIn(directory: string, out: string): string {
  const isDirectory = out.endsWith('/') || placeAt(resolve(directory, out)) === 'directory';
  return isDirectory ? join(out, 'docform.yaml') : out;
}
