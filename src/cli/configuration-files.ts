/** Writes all changed files of a configuration or none, and never overwrites changes of others. Also writes .gitattributes and .gitignore beside them. */
import { lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { DocformError } from '../core/docform-error.ts';
import { readPlainBytes, readPlainFile, isRepository, ownPath, treeOf, upwards, writeAtomically } from '../disk/files.ts';
import type { Validation } from '../library/configuration.ts';
import { placeToWrite } from './named-file.ts';
import type { Session } from './session.ts';

interface FileTexts {
  readonly directory: string;
  /** Nothing is written outside the tree of the main file. */
  readonly main: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Throws DocformError if a file has changed since it was read. If a write fails, restores the files that were already written. */
export async function writeConfigurationFiles(texts: FileTexts): Promise<void> {
  const files = await Promise.all([...texts.after].map(([path, text]) => openFile(texts, path, text)));
  const written: typeof files = [];
  try {
    for (const file of files) {
      await mkdir(dirname(file.path), { recursive: true });
      await writeAtomically(file.path, file.after, file.mode);
      written.push(file);
    }
  } catch (error) {
    for (const { path, now, mode } of written) {
      const putBack = now === undefined ? rm(path, { force: true }) : writeAtomically(path, now, mode);
      await putBack.catch(() => undefined);
    }
    throw error;
  }
}

/** Writes the edited texts of a configuration that was read. */
export function writeEdit(
  { settings }: Session,
  { file, sources }: Pick<Validation, 'file' | 'sources'>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  return writeConfigurationFiles({ directory: settings.directory, main: file, before: sources, after });
}

/** `now`: the text with its byte order mark, which reading removes; missing: a new file. */
async function openFile({ directory, main, before }: FileTexts, path: string, text: string) {
  const named = resolve(directory, path);
  const was = before.get(path);
  placeToWrite(directory, path, main);
  const real = await realpath(named).catch(() => undefined);
  if (real === undefined) {
    if (was !== undefined) throw changed(path, 'no longer exists');
    // A write would replace the broken link.
    if (await isLink(named)) throw changed(path, 'is a link to a missing file');
    return { path: named, now: undefined, after: text, mode: undefined };
  }
  if (was === undefined) throw changed(path, 'exists now');
  const read = readPlainBytes(real, Buffer.byteLength(`\ufeff${was}`));
  const now = 'fault' in read ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes);
  const mark = now.startsWith('\ufeff') ? '\ufeff' : '';
  if ('fault' in read || now.slice(mark.length) !== was) throw changed(path, 'changed in the meantime');
  return { path: real, now, after: mark + text, mode: (await stat(real)).mode & 0o777 };
}

function isLink(path: string) {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function changed(path: string, what: string) {
  const message = `${path} ${what}: no file was written`;
  return new DocformError({ code: 'E-FILE-CHANGED', message, hint: 'run the command again' });
}

const mostBytes = 1024 * 1024;

interface GitFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** What a text with another line for the same setting contains. */
  readonly sameSetting?: RegExp;
  readonly why: string;
}

const attributes: GitFile = {
  name: '.gitattributes',
  lines: ['docform.ledger*.json merge=union'],
  sameSetting: /docform\.ledger/,
  why: 'Git keeps the ledger lines of both branches in a merge',
};

const certificates: GitFile = {
  name: '.gitattributes',
  lines: ['*.pem text eol=lf'],
  sameSetting: /^\S*\.pem\s/m,
  why: 'Git checks out certificates with the same line endings on every system',
};

const ignored: GitFile = {
  name: '.gitignore',
  // Journal, locks and temporary files of the ledger, and undo files.
  lines: ['*.ledger*.json.*', '*.undo*.json*'],
  // Undo files contain names of people; the journal and the state lock belong to one machine.
  why: 'Git ignores undo files, the journal and the state lock',
};

/** Returns the written files, relative to the working directory. Also works outside a repository, because the directory can become one. */
export async function writeGitFiles(session: Session, home: string, hasLedger: boolean, hasCertificates = false) {
  const files = [...(hasLedger ? [attributes] : []), ...(hasCertificates ? [certificates] : []), ignored];
  const written: string[] = [];
  for (const file of files) written.push(...(await writeLines(session, home, file)));
  return [...new Set(written)];
}

async function writeLines(session: Session, home: string, { name, lines, sameSetting, why }: GitFile) {
  const root = treeOf(join(home, 'docform.yaml'));
  const present = linesAbove(home, isRepository(root) ? root : home, name);
  const missing = sameSetting?.test(present.join('\n')) ? [] : lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return [];
  const named = join(home, name);
  const seen = relative(session.settings.directory, named) || basename(named);
  const path = ownPath(named);
  const there = path === undefined ? undefined : readPlainFile(path, mostBytes);
  if (path === undefined || there === undefined || ('fault' in there && there.fault !== 'missing')) {
    session.say(`Cannot read ${seen}: add ${missing.map((line) => `\`${line}\``).join(', ')}, so that ${why}.\n`);
    return [];
  }
  const text = 'text' in there ? there.text : '';
  await writeAtomically(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  session.say(`Wrote ${seen}, so that ${why}.\n`);
  return [seen];
}

function linesAbove(home: string, root: string, name: string) {
  const lines: string[] = [];
  for (const directory of upwards(home)) {
    const read = readPlainFile(join(directory, name), mostBytes);
    if ('text' in read) lines.push(...read.text.split(/\r?\n/));
    if (directory === root) break;
  }
  return lines;
}
