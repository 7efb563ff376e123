/** Adds lines for docform to `.gitattributes` and `.gitignore`. */
import { basename, join, relative } from 'node:path';
import { ancestorPaths, isRepositoryRoot, resolveRepositoryRoot, resolveWithinRepository } from '../../disk/files.ts';
import { readPlainFile } from '../../disk/plain-file.ts';
import { writeAtomically } from '../../disk/write.ts';
import type { Session } from '../io/session.ts';

const maxBytes = 1024 * 1024;

interface GitFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** Matches another line with the same setting. */
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
  const root = resolveRepositoryRoot(join(home, 'docform.yaml'));
  const present = linesAbove(home, isRepositoryRoot(root) ? root : home, name);
  const missing = sameSetting?.test(present.join('\n')) ? [] : lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return [];
  const named = join(home, name);
  const seen = relative(session.settings.directory, named) || basename(named);
  const path = resolveWithinRepository(named);
  const there = path === undefined ? undefined : readPlainFile(path, maxBytes);
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
  for (const directory of ancestorPaths(home)) {
    const read = readPlainFile(join(directory, name), maxBytes);
    if ('text' in read) lines.push(...read.text.split(/\r?\n/));
    if (directory === root) break;
  }
  return lines;
}
