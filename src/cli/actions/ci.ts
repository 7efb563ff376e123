/** `docform ci github|gitlab`: writes pipelines to the repository. Works offline. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { withoutMissing } from '../../core/defined.ts';
import { writeAtomically } from '../../disk/write.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { count } from '../../report/wording/words.ts';
import { placeToWrite, readNamedFile } from '../files/named-file.ts';
import { requireDirectory } from '../files/named-place.ts';
import { repositoryPlace } from '../files/repository.ts';
import { secretNameSuffix } from '../io/forge-run.ts';
import { type CommandFlags, printResult, type Run, type Session, usageFailure } from '../io/session.ts';
import { type ForgeName, type PipelineFile, type PipelineFlags, pipelinesOf } from '../pipelines/pipeline.ts';

type CiFlags = PipelineFlags & CommandFlags<'out', 'force' | 'dryRun'>;

/** A GitLab pipeline uses no actions, and reads the backend from its variables. */
type GithubOnly = Extract<keyof CiFlags, `${string}Sha` | `${string}Tag`> | 'backend';

interface Placed extends PipelineFile {
  readonly state: 'new' | 'same' | 'different';
}

export const runCiGithub: Run<Omit<CiFlags, 'image'>> = (session, operands, flags) =>
  runCi(session, 'github', operands, flags);
export const runCiGitlab: Run<Omit<CiFlags, GithubOnly>> = (session, operands, flags) =>
  runCi(session, 'gitlab', operands, flags);

async function runCi(session: Session, forge: ForgeName, operands: readonly string[], flags: CiFlags) {
  const { out, force, dryRun, ...choices } = flags;
  const { environmentName, directory } = session.settings;
  if (operands.length > 0 && environmentName !== undefined && !operands.includes(environmentName))
    throw usageFailure(
      `--env ${environmentName} cannot be combined with ${operands.join(' ')}`,
      `list all environments as arguments: \`docform ci ${forge} staging production\``,
    );
  const environments = operands.length === 0 && environmentName !== undefined ? [environmentName] : operands;
  if (out !== undefined) await requireDirectory(directory, out, '--out');
  const { root, ...place } = await repositoryPlace(session, out);
  const placed = pipelinesOf(forge, choices, { environments, ...place }).map((file) => placedAt(root, file));
  const seen = (path: string) => (out === undefined ? relative(directory, join(root, path)) : path);
  if (dryRun !== true) await writeFiles(root, placed, force === true);
  const entries = placed.map(({ path, text, state }) => ({
    path,
    state,
    isWritten: dryRun !== true && state !== 'same',
    text,
  }));
  printResult(session, `ci ${forge}`, { files: entries }, resultText(placed, dryRun === true, seen));
  warnOfTags(session, forge, flags);
  if (dryRun === true) return;
  await sayNext(session, forge, { environments, flags, root });
  if (flags.install === undefined) warnOfMissingLock(session, join(root, place.installDirectory ?? ''));
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
  const loose = withoutMissing(
    checkoutSha === undefined && 'actions/checkout (--checkout-sha)',
    setupNodeSha === undefined && 'actions/setup-node (--setup-node-sha)',
    uploadArtifactSha === undefined && 'actions/upload-artifact (--upload-artifact-sha)',
  );
  if (loose.length > 0)
    session.warn(
      `warning: not pinned to a commit, and the owner can move the tag: ${loose.join(', ')}. Look up the commits and pass them.\n`,
    );
}

/** `npm ci` fails without a lock file. */
function warnOfMissingLock(session: Session, directory: string) {
  const missing = ['package.json', 'package-lock.json'].filter((name) => !existsSync(join(directory, name)));
  if (missing.length > 0)
    session.warn(
      `warning: the pipeline runs \`npm ci\`, but there is no ${missing.join(' and no ')}: run \`npm install --save-dev --save-exact @docform/cli\`, and commit both files; or pass --install COMMAND\n`,
    );
}

interface Written {
  readonly environments: readonly string[];
  readonly flags: CiFlags;
  readonly root: string;
}

async function sayNext(session: Session, forge: ForgeName, { environments, flags, root }: Written) {
  const name = flags.name ?? 'docform';
  const suffixes = environments.length === 0 ? [''] : environments.map((each) => secretNameSuffix(each));
  const own = name === 'docform' ? undefined : name;
  const backends =
    environments.length === 0 ? [secretNameSuffix(own)] : environments.map((each) => secretNameSuffix(own, each));
  const read = suffixes.map((suffix) => `DOCFORM_READ_TOKEN${suffix}`);
  const names = [...read, ...(flags.backend ? backends.map((suffix) => `DOCFORM_READ_BACKEND${suffix}`) : [])];
  const protectedNames = [
    'DOCFORM_APPLY_TOKEN',
    ...(flags.backend ? backends.map((suffix) => `DOCFORM_BACKEND${suffix}`) : []),
  ];
  const what =
    forge === 'github'
      ? `set the variable DOCFORM_API_URL, the secrets ${names.join(', ')} and, in each protected environment, ${protectedNames.join(', ')}`
      : `include the file, and set DOCFORM_API_URL and, each limited to its environment, ${[...read, 'GITLAB_TOKEN', ...protectedNames].join(', ')}`;
  session.say(`Next: ${what}; docs/guides/pull-requests.md lists the permissions of each token.\n`);
  for (const path of earlierFiles(root, name, forge))
    session.warn(`warning: ${path} is a workflow of an earlier docform; delete it, because the new file replaces it\n`);
  if (forge === 'gitlab' || flags.backend === true) sayLedgers(session, environments);
}

/** Earlier versions wrote four workflows. */
function earlierFiles(root: string, name: string, forge: ForgeName) {
  if (forge === 'gitlab') return [];
  const paths = ['validate', 'plan', 'apply', 'drift'].map((what) => `.github/workflows/${name}-${what}.yml`);
  return paths.filter((path) => {
    const read = readNamedFile(join(root, path), 'text');
    return 'text' in read && read.text.includes('# Generated by docform.');
  });
}

/** The pipeline does not read the ledger files of the repository, and an empty ledger would create everything again. */
function sayLedgers(session: Session, environments: readonly string[]) {
  const { directory, configuration = 'docform.yaml' } = session.settings;
  const home = dirname(join(directory, configuration));
  for (const each of environments.length === 0 ? [undefined] : environments) {
    const path = ledgerPath(home, each);
    if ('text' in readNamedFile(path, 'ledger'))
      session.warn(
        `warning: the pipeline does not use ${relative(directory, path)}; before its first run, upload this ledger: docs/guides/backends.md\n`,
      );
  }
}
