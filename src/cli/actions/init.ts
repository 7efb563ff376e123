/** `docform init`: writes a small, commented configuration. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readShippedText } from '../../disk/shipped-text.ts';
import { firstConfiguration } from '../../edit/compose/configuration-files.ts';
import { writeGitFiles } from '../files/git-files.ts';
import { writeConfigurationFiles } from '../files/write-configuration.ts';
import { type CommandFlags, printResult, type Run, usageFailure } from '../io/session.ts';
import { isLedgerFile } from '../target/backend.ts';
import { findPlace } from './import.ts';

export const runInit: Run<CommandFlags<'out'>> = async (session, _, flags) => {
  const place = await findPlace(session, flags.out);
  if (place.validation !== undefined) throw isThere(place.file);
  const { directory, organization } = session.settings;
  if (organization !== undefined && !/^[A-Za-z0-9_-]+$/.test(organization))
    throw usageFailure(`${organization} is not a valid organization id`, 'use only letters, digits, `_` and `-`');
  if (existsSync(resolve(directory, place.file))) throw isThere(place.file);
  const text = firstConfiguration(readShippedText('cli/assets/first.yaml'), organization, place.file);
  const after = new Map([[place.file, text]]);
  await writeConfigurationFiles({ directory, main: place.file, before: new Map(), after });
  await writeGitFiles(session, dirname(resolve(directory, place.file)), isLedgerFile(session));
  const next = [
    ...(organization === undefined ? [`set the organization in ${place.file} or DOCFORM_ORG`] : []),
    'run `docform import` to import existing objects, or `docform plan` to show the changes',
  ].join('; then ');
  const facts = { file: place.file, organization: organization ?? null };
  printResult(session, 'init', facts, `Wrote ${place.file}.\nNext: ${next}\n`);
};

function isThere(file: string) {
  return usageFailure(
    `${file} already exists: nothing was written`,
    'run `docform import` to add objects to it, or choose another path with --out',
    'E-FILE-EXISTS',
  );
}
