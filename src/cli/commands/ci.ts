/** `docform ci github|gitlab`: writes pipelines to the repository. Works offline. */

import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { present } from '../../core/defined.ts';
import { writeAtomically } from '../../disk/files.ts';
import { count } from '../../report/words.ts';
import { placeToWrite, readNamedFile, requireDirectory } from '../named-file.ts';
import { type ForgeName, type PipelineFile, type PipelineFlags, pipelinesOf } from '../pipelines/pipeline.ts';
import { repositoryPlace } from '../repository.ts';
import { type CommandFlags, printResult, type Run, type Session, usageFailure } from '../session.ts';

type CiFlags = PipelineFlags & CommandFlags<'out', 'force' | 'dryRun'>;

interface Placed extends PipelineFile {
  readonly state: 'new' | 'same' | 'different';
}

export const runCiGithub: Run<CiFlags> = (session, operands, flags) => runCi(session, 'github', operands, flags);
export const runCiGitlab: Run<CiFlags> = (session, operands, flags) => runCi(session, 'gitlab', operands, flags);

async function runCi(session: Session, forge: ForgeName, operands: readonly string[], flags: CiFlags) {
  const { out, force, dryRun, ...choices } = flags;
  const { environmentName, directory } = session.settings;
  if (operands.length > 0 && environmentName !== undefined && !operands.includes(environmentName))
    throw usageFailure(
      `--env ${environmentName} cannot be combined with ${operands.join(' ')}`,
      `list all environments as arguments: docform ci ${forge} staging production`,
    );
  const environments = operands.length === 0 && environmentName !== undefined ? [environmentName] : operands;
  if (out !== undefined) await requireDirectory(directory, out, '--out');
  const { root, ...place } = await repositoryPlace(session, out);
  const placed = pipelinesOf(forge, choices, { environments, ...place }).map((file) => placedAt(root, file));
  const seen = (path: string) => (out === undefined ? relative(directory, join(root, path)) : path);
  if (dryRun !== true) await writeFiles(root, placed, force === true);
  const entries = placed.map(({ path, text, state }) => ({
    ...{ path, state, isWritten: dryRun !== true && state !== 'same', text },
  }));
  printResult(session, `ci ${forge}`, { files: entries }, resultText(placed, dryRun === true, seen));
  warnOfTags(session, forge, flags);
  if (dryRun !== true) session.say(nextSteps(forge));
}

function placedAt(root: string, file: PipelineFile): Placed {
  const present = readNamedFile(placeToWrite(root, file.path, 'docform.yaml'), 'text');
  if ('why' in present) return { ...file, state: present.isMissing ? 'new' : 'different' };
  return { ...file, state: present.text === file.text ? 'same' : 'different' };
}

/** Writes all files or none, because an incomplete set of pipelines is useless. */
async function writeFiles(root: string, files: readonly Placed[], isForced: boolean) {
  const inTheWay = files.filter(({ state }) => state === 'different');
  if (inTheWay.length > 0 && !isForced) {
    throw usageFailure(
      `${inTheWay.map(({ path }) => path).join(', ')} already ${inTheWay.length === 1 ? 'exists' : 'exist'} with different content: nothing was written`,
      'compare with --dry-run, and overwrite with --force; or choose another --name',
      'E-FILE-EXISTS',
    );
  }
  for (const { path, text, state } of files) {
    if (state === 'same') continue;
    const place = placeToWrite(root, path, 'docform.yaml');
    await mkdir(dirname(place), { recursive: true });
    await writeAtomically(place, text, 0o644);
  }
}

function resultText(files: readonly Placed[], isDryRun: boolean, seen: (path: string) => string) {
  if (isDryRun) return files.map(({ path, text }) => `# ${seen(path)}\n${text}`).join('\n');
  const verbs = { new: 'wrote', different: 'overwrote', same: 'unchanged:' };
  return files
    .map(
      ({ path, state, text }) =>
        `${verbs[state]} ${seen(path)} (${count(text.trimEnd().split('\n').length, 'line')})\n`,
    )
    .join('');
}

function warnOfTags(
  session: Session,
  forge: ForgeName,
  { checkoutSha, setupNodeSha, uploadArtifactSha, image }: PipelineFlags,
): void {
  if (forge === 'gitlab') {
    if (image?.includes('@sha256:') !== true)
      session.warn(
        'warning: the image is not pinned, and its tag can change; pin the image with --image NAME@sha256:DIGEST\n',
      );
    return;
  }
  const loose = present(
    checkoutSha === undefined && 'actions/checkout (--checkout-sha)',
    setupNodeSha === undefined && 'actions/setup-node (--setup-node-sha)',
    uploadArtifactSha === undefined && 'actions/upload-artifact (--upload-artifact-sha)',
  );
  if (loose.length > 0)
    session.warn(
      `warning: not pinned to a commit, and the owner can move the tag: ${loose.join(', ')}. Look up the commits and pass them.\n`,
    );
}

function nextSteps(forge: ForgeName) {
  const what =
    forge === 'github'
      ? 'set the variable DOCFORM_API_URL, the secret DOCFORM_READ_TOKEN and, in a protected environment, DOCFORM_APPLY_TOKEN'
      : 'include the file, and set DOCFORM_API_URL, DOCFORM_READ_TOKEN, GITLAB_TOKEN and, protected, DOCFORM_APPLY_TOKEN';
  return `Next: ${what}; docs/guides/pull-requests.md lists the permissions of each token.\n`;
}
