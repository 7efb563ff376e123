/** `docform import --from FILE`: the vendor's site-structure file as a configuration; contacts nothing. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocformError } from '../../core/docform-error.ts';
import type { ImportedSiteFile } from '../../library/index.ts';
import { leftOutJson, leftOutText } from '../../report/left-out.ts';
import { jsonText } from '../../report/sanitize.ts';
import { count, someNames } from '../../report/words.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { fileIn } from '../import/place.ts';
import { placeToWrite } from '../own-file.ts';
import type { Session } from '../session.ts';

export interface ImportFromFlags {
  readonly from: string;
  /** Key of the site. */
  readonly site?: string;
  /** Where the configuration goes; missing: stdout. */
  readonly out?: string;
}

export async function runImportFrom(session: Session, flags: ImportFromFlags): Promise<ExitCode> {
  checkKey(flags.site);
  const out = flags.out === undefined ? undefined : fileOf(session, flags.out);
  const text = await textOf(session, flags.from);
  const { importSiteFile } = await import('../../library/index.ts');
  const imported = await importSiteFile({ file: flags.from, text, ...(flags.site === undefined ? {} : { key: flags.site }) });
  if ('problems' in imported) {
    const { problemsJson, problemsText } = await import('../../report/problems.ts');
    if (session.settings.format === 'json') session.result(problemsJson(imported.problems, session.settings));
    else session.warn(problemsText(imported.problems, new Map([[flags.from, text]]), session.paintMessage, session.settings));
    return exitCode.usage;
  }
  if (out !== undefined) await writeNew(session, out, imported.text);
  if (session.settings.format === 'json') session.result(documentOf(imported, flags.from, out));
  else if (out === undefined) session.result(imported.text);
  if (session.settings.format !== 'json') session.warn(leftOutText(imported.leftOut, session.paintMessage));
  session.say(summaryOf(imported, flags.from, out));
  return exitCode.done;
}

function checkKey(key: string | undefined): void {
  if (key === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(key)) return;
  throw usageFailure(`--site ${key} cannot be a key`, 'keys hold letters, digits, `.`, `_` and `-`, such as docs');
}

async function textOf(session: Session, file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(resolve(session.settings.directory, file)));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : ((error as NodeJS.ErrnoException).code ?? String(error));
    throw new DocformError({
      exit: exitCode.usage,
      code: 'E-VENDOR-FILE',
      message: `${file} cannot be read (${reason})`,
      hint: 'check the path; the vendor calls the file gitbook-docs.yaml or docs.yaml',
    });
  }
}

function fileOf({ settings }: Session, out: string): string {
  if (out !== '-') return fileIn(settings.directory, out);
  throw usageFailure('--out - is no file', 'name a file or a directory; without --out the configuration is printed');
}

/** Whatever stands in the way stays. */
async function writeNew(session: Session, file: string, text: string): Promise<void> {
  const path = placeToWrite(session.settings.directory, file);
  const { fileExists, writeAtomically } = await import('../../library/index.ts');
  if (existsSync(path)) throw fileExists(file);
  await writeAtomically(path, text);
}

function documentOf(imported: ImportedSiteFile, from: string, out: string | undefined): string {
  const { key, configuration, text, spaces, claims, leftOut } = imported;
  const facts = { schemaVersion: 1, kind: 'import --from', from, out: out ?? null, site: key };
  return jsonText({ ...facts, spaces, claims, leftOut: leftOutJson(leftOut), configuration, text });
}

function summaryOf({ key, spaces, claims }: ImportedSiteFile, from: string, out: string | undefined): string {
  const lines = [
    `${from} as sites/${key}, with ${count(spaces.length, 'space')}${out === undefined ? '' : `, written to ${out}`}.`,
    'The file does not say which spaces these are, only what its navigation calls them: pin each with `id:`.',
    ...(claims.length === 0
      ? []
      : [`Its conditions use ${someNames(claims, 5)}: the site needs these claims, or declare them in its \`visitor\`.`]),
    `Next: say the organization and the spaces, then docform plan${out === undefined || out === 'docform.yaml' ? '' : ` -c ${out}`}`,
  ];
  return `${lines.join('\n')}\n`;
}
