/** Finds the repository, the configuration and the install directory of a pipeline. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { relativePath } from '../../config/load.ts';
import { defined } from '../../core/defined.ts';
import { isRepository, readPlainFile, upwards } from '../../disk/files.ts';
import { readConfiguration } from '../configuration.ts';
import type { Session } from '../session.ts';

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
const mostBytes = 64 * 1024 * 1024;

/** Forges read pipelines only at the root, and all other paths are from there. Without `configuration`, docform finds it. `parts`: further files of the configuration. */
export async function repositoryPlace(session: Session, out: string | undefined) {
  const { directory, configuration: given } = session.settings;
  const root = out === undefined ? ([...upwards(directory)].find(isRepository) ?? directory) : resolve(directory, out);
  const seen = (path: string) => relativePath(root, resolve(directory, path));
  if (seen('.').startsWith('..'))
    return { root, ...defined({ configuration: given }), installDirectory: '', parts: [] };
  const { file, parts } = await filesOf(session);
  const found = seen(given ?? file);
  return {
    root,
    ...(given === undefined && found === 'docform.yaml' ? {} : { configuration: found }),
    installDirectory: installDirectory(root, dirname(resolve(root, found))),
    parts: parts.map(seen).filter((part) => part !== found),
  };
}

/** A pipeline can be generated before its configuration exists. */
async function filesOf(session: Session): Promise<{ readonly file: string; readonly parts: readonly string[] }> {
  try {
    return await readConfiguration(session, { mayBeOpen: true });
  } catch {
    return { file: 'docform.yaml', parts: [] };
  }
}

/** The nearest directory whose lock file contains docform, otherwise the nearest one with a lock file. */
function installDirectory(root: string, start: string) {
  const above = [...upwards(start)];
  const candidates = above
    .slice(0, above.indexOf(root) + 1)
    .filter((each) => lockFiles.some((name) => existsSync(join(each, name))));
  return relativePath(root, candidates.find(knowsDocform) ?? candidates[0] ?? root);
}

function knowsDocform(directory: string) {
  return lockFiles.some((name) => {
    const read = readPlainFile(join(directory, name), mostBytes);
    return 'text' in read && /\bdocform\b/.test(read.text);
  });
}
