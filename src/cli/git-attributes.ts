/** The line by which Git merges ledgers of two branches: written where a configuration begins to have one in a repository. */
import { basename, join, relative } from 'node:path';
import { readPlainFile } from '../disk/plain-file.ts';
import { isRepository, ownPath, treeOf, upwards } from '../disk/tree.ts';
import type { Session } from './session.ts';

const line = 'docform.ledger*.json merge=union';
const mostBytes = 1024 * 1024;

/**
 * The file that was written, as it is seen from the working directory. undefined: nothing had to be, as there is no repository or Git is
 * told already; or the file cannot be written, which is said.
 */
export async function writeAttributes(session: Session, home: string): Promise<string | undefined> {
  const root = treeOf(join(home, 'docform.yaml'));
  if (!isRepository(root)) return undefined;
  const named = join(home, '.gitattributes');
  const seen = relative(session.settings.directory, named) || basename(named);
  const path = ownPath(named);
  const there = path === undefined ? undefined : readPlainFile(path, mostBytes);
  if (path === undefined || there === undefined || ('fault' in there && there.fault !== 'missing')) return refused(session, seen);
  if (textsAbove(home, root).some((text) => text.includes('docform.ledger'))) return undefined;
  const text = 'text' in there ? there.text : '';
  const { writeAtomically } = await import('../index.ts');
  await writeAtomically(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
  session.say(`Wrote ${seen}: where two branches change the ledger, Git keeps the lines of both.\n`);
  return seen;
}

function refused(session: Session, seen: string): undefined {
  session.say(`${seen} cannot be read: add the line \`${line}\` to it, so that Git merges ledgers.\n`);
  return undefined;
}

/** What Git is told in `home` and the directories above it, up to the root of the repository. */
function textsAbove(home: string, root: string): readonly string[] {
  const texts: string[] = [];
  for (const directory of upwards(home)) {
    const read = readPlainFile(join(directory, '.gitattributes'), mostBytes);
    if ('text' in read) texts.push(read.text);
    if (directory === root) break;
  }
  return texts;
}
