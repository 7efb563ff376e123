/** `docform ci issue`, `ci drift-branch` and `ci comment`: update the drift issue, the pull request that accepts drift, and the plan comment on GitHub or GitLab. */

import { resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import {
  type AcceptedDrift,
  type Finding,
  type KeptBranch,
  type KeptIssue,
  keepDriftBranch,
  keepIssue,
  targetPattern,
  upsertComment,
} from '../../forge/keep.ts';
import { keepSharedComment } from '../../forge/shared-comment.ts';
import { openForge } from '../../library/forge.ts';
import { planCells, reviewComment, sectionWithin } from '../../report/plan/markdown.ts';
import { failureMarkdown } from '../../report/problems.ts';
import {
  notWritten,
  readArtifact,
  readFacts,
  requireArtifact,
  requireFacts,
  writeProposal,
} from '../files/artifacts.ts';
import { editedFiles } from '../files/edited-files.ts';
import { readNamedFile } from '../files/named-file.ts';
import { forgeOf, refuseOtherTokens } from '../io/forge-run.ts';
import { forgePage, originOf } from '../io/origin.ts';
import { type CommandFlags, printResult, type Run, type Session, usageFailure } from '../io/session.ts';
import { version } from '../io/version.ts';
import { readPlanText } from '../planning/read-plan-file.ts';
import { proxyFor } from '../target/target.ts';

type IssueFlags = ForgeFlags & CommandFlags<'from', 'clean'>;

/** The result of `docform drift --out-dir`, or the report of --file. */
function findingOf(session: Session, flags: IssueFlags): Finding {
  const target = targetName(session, flags);
  if (flags.from !== undefined) return foundIn(session, flags.from, target);
  const text = readHandedOver(session, flags.file);
  const { run } = originOf(session);
  const digest = driftDigest(text, flags.file ?? '');
  return { target, digest, isClean: flags.clean === true, text, ...withoutUndefined({ run }) };
}

function foundIn(session: Session, from: string, target: string): Finding {
  refuseOtherTokens(session, 'forge');
  const { digest, changes } = requireFacts(session, from, 'drift');
  const text = requireArtifact(session, from, 'found.md');
  const { run } = originOf(session);
  return { target, digest, text, isClean: changes === 0, ...withoutUndefined({ run }) };
}

/** Drift that an open pull request proposes is not in the issue. Rejected drift is. */
function unproposed(session: Session, { from }: IssueFlags, finding: Finding): Finding {
  const read = from === undefined ? undefined : readArtifact(session, from, 'proposal.json');
  if (from === undefined || read === undefined) return finding;
  const proposal = jsonObjectOrEmpty(JSON.parse(read)).number;
  const text = requireArtifact(session, from, 'left.md');
  const { left } = editsIn(session, from) ?? {};
  if (typeof proposal !== 'number' || left === undefined) return finding;
  return { ...finding, text, digest: driftDigest(text, 'left.md'), isClean: left === 0, proposal };
}

interface Edits {
  readonly parent: string;
  readonly files: AcceptedDrift['files'];
  /** Number of differences that are not in the edits. */
  readonly left: number;
}

/** undefined: drift was not written into the configuration. */
function editsIn(session: Session, from: string) {
  const text = readArtifact(session, from, 'edits.json');
  return text === undefined ? undefined : (JSON.parse(text) as Edits);
}

export const runCiIssue: Run<IssueFlags> = async (session, _, flags) => {
  const finding = unproposed(session, flags, findingOf(session, flags));
  const kept = await keepIssue(await openedForge(session, flags), finding);
  printResult(session, 'ci issue', factsOf(finding, kept), keptText(finding, kept));
};

/** `orFailed`: the step that writes the file can fail, and then the text of a failed plan replaces the comment of an earlier plan. */
function readHandedOver(session: Session, file: string | undefined, orFailed = false) {
  if (file === undefined) throw usageFailure('--from or --file is missing', 'pass the directory that --out-dir wrote');
  const read = readNamedFile(resolve(session.settings.directory, file), 'text');
  if ('text' in read && read.text.trim() !== '') return read.text;
  if (orFailed) return failureMarkdown(undefined, originOf(session));
  throw notWritten('why' in read ? `${file} cannot be read (${read.why})` : `${file} is empty`);
}

/** A truncated report has no digest, and must not open or close an issue. */
function driftDigest(text: string, file: string) {
  const digest = /<!-- docform-drift digest=(sha256:[0-9a-f]{64}) -->\s*$/.exec(text)?.[1];
  if (digest !== undefined) return digest;
  throw notWritten(`${file} is not a complete report of \`docform drift --format markdown\``);
}

const words: { readonly [A in KeptIssue['action']]: string } = {
  nothing: 'no drift, and no open issue',
  unchanged: 'the same drift as in',
  opened: 'opened',
  commented: 'drift changed: commented on',
  reopened: 'drift is back: reopened',
  closed: 'no drift: closed',
};

function keptText({ target }: Finding, { action, issue, duplicates }: KeptIssue) {
  const also =
    duplicates.length === 0 ? '' : `; also closed: ${duplicates.map(({ number }) => `#${number}`).join(', ')}`;
  return `${target}: ${words[action]}${issue === undefined ? '' : ` issue #${issue.number}`}${also}\n`;
}

function factsOf({ target, digest, isClean }: Finding, { action, issue, duplicates }: KeptIssue) {
  return {
    target,
    digest,
    clean: isClean,
    action,
    number: issue?.number ?? null,
    url: issue?.url ?? null,
    alsoClosed: duplicates.map(({ number }) => number),
  };
}

type BranchFlags = Omit<IssueFlags, 'author'> & CommandFlags<'base'>;

const branchWords: { readonly [A in KeptBranch['action']]: string } = {
  nothing: 'no edits of the configuration to propose',
  unchanged: 'the same drift as in',
  rejected: 'this drift was rejected by closing',
  opened: 'opened',
  updated: 'drift or configuration changed: updated',
  closed: 'no drift: closed',
};

/** Run after `docform drift --write`: proposes the edits of the working tree. */
export const runCiDriftBranch: Run<BranchFlags> = async (session, _, flags) => {
  const finding = findingOf(session, flags);
  const { parent, files } = await proposedEdits(session, flags);
  const forge = await openedForge(session, flags);
  const base = flags.base ?? 'main';
  const { action, request } = await keepDriftBranch(forge, { ...finding, parent, files, base });
  if (flags.from !== undefined && request !== undefined && isProposing.includes(action))
    await writeProposal(session, flags.from, request.number);
  const facts = {
    target: finding.target,
    digest: finding.digest,
    clean: finding.isClean,
    action,
    files: files.map(({ path }) => path),
    number: request?.number ?? null,
    url: request?.url ?? null,
  };
  const named = request === undefined ? '' : ` ${forge.nameOfRequest(request.number)}`;
  printResult(session, 'ci drift-branch', facts, `${finding.target}: ${branchWords[action]}${named}\n`);
};

const isProposing: readonly KeptBranch['action'][] = ['opened', 'updated', 'unchanged'];

/** Without edits in the directory, an open pull request is closed only if there is no drift. */
function proposedEdits(session: Session, { from }: BranchFlags) {
  if (from === undefined) return editedFiles(session);
  return editsIn(session, from) ?? { parent: '', files: [] };
}

/** `artifact`: empty if the plan was not uploaded. `shared`: the file is a saved plan, or the Markdown of a failed plan. */
type CommentFlags = ForgeFlags & CommandFlags<'artifact' | 'from', 'onlyUpdate' | 'orFailed' | 'shared'>;

interface Handed {
  /** A comment, or with --shared a saved plan. */
  readonly body: string;
  /** Page with the complete plan. */
  readonly page: string | undefined;
  /** Without a plan or without changes, only an existing comment is updated. */
  readonly isOnlyKept: boolean;
}

/** The artifacts of `docform plan --out-dir`. A plan that ended early replaces the comment of an earlier plan. */
function handedIn(session: Session, from: string, isShared: boolean): Handed {
  refuseOtherTokens(session, 'forge');
  const { digest, exit, page } = readFacts(session, from, 'plan') ?? {};
  if (digest === undefined) {
    const body = readArtifact(session, from, 'comment.md') ?? failureMarkdown(undefined, originOf(session));
    return { body, page: undefined, isOnlyKept: true };
  }
  const body = requireArtifact(session, from, isShared ? 'plan.json' : 'comment.md');
  return { body, page: page ?? artifactPage(session), isOnlyKept: exit === exitCode.done };
}

/** GitHub knows the URL of an artifact only after its upload. */
function artifactPage(session: Session) {
  const { run } = originOf(session);
  return forgeOf(session.io.environment) === 'github' && run !== undefined ? `${run}#artifacts` : undefined;
}

function handedOver(session: Session, flags: CommentFlags): Handed {
  if (flags.from !== undefined) return handedIn(session, flags.from, flags.shared === true);
  const body = readHandedOver(session, flags.file, flags.orFailed);
  return { body, page: flags.artifact, isOnlyKept: flags.onlyUpdate === true };
}

export const runCiComment: Run<CommentFlags> = async (session, _, flags) => {
  const target = targetName(session, flags);
  const request = requestNumber(session);
  const { body, page, isOnlyKept } = handedOver(session, flags);
  const kept = forgePage(session.io.environment, page);
  const link =
    kept === undefined
      ? ''
      : `\n\n[Complete plan](${kept}) in the artifacts of the run; open \`plan.html\` in a browser.\n`;
  const withLink = (text: string) => (link === '' ? text : text.trimEnd() + link);
  const remark = { target, request, isOnlyKept };
  const plan = flags.shared === true ? await planSection(session, body, flags.file ?? 'plan.json') : undefined;
  const forge = await openedForge(session, flags);
  const action =
    plan === undefined
      ? await upsertComment(forge, { ...remark, text: withLink(body) })
      : await keepSharedComment(forge, {
          ...remark,
          cells: plan.cells,
          settleMs: session.settings.settleMs,
          ownText: withLink(plan.text),
          textWithin: (most) => {
            const text = plan.textWithin(most - link.length);
            return text === undefined ? undefined : withLink(text);
          },
        });
  printResult(session, 'ci comment', { target, request, action }, `${target}: ${commentWords[action]}\n`);
};

async function planSection(session: Session, body: string, file: string) {
  if (!body.trimStart().startsWith('{')) {
    const textWithin = (mostBytes: number) => (Buffer.byteLength(body) <= mostBytes ? body : undefined);
    return { cells: ['**failed**', '', '', '', ''], text: body, textWithin };
  }
  const { plan, digest, rehearsal, origin: saved } = await readPlanText(body, file);
  const origin = { ...originOf(session), host: plan.host, ...saved };
  const options = { requests: plan.requests, origin, ...withoutUndefined({ digest }) };
  const textWithin = (mostBytes: number) => sectionWithin(plan, options, rehearsal, mostBytes);
  return { cells: planCells(plan, digest), text: reviewComment(plan, options, rehearsal).text, textWithin };
}

const commentWords = {
  nothing: 'no comment to update',
  unchanged: 'comment unchanged',
  added: 'comment added',
  changed: 'comment updated',
} as const;

type ForgeFlags = CommandFlags<'name' | 'author' | 'file'>;

const workflowAuthor = 'github-actions[bot]';

/** Sends only the token of the forge, never the token of the platform. */
async function openedForge(session: Session, flags: ForgeFlags) {
  const { place, apiUrl, tokenVariable } = surroundings(session, flags);
  const token = session.io.environment[tokenVariable]?.trim() ?? '';
  if (token === '') {
    const hint =
      place.kind === 'github'
        ? 'set GITHUB_TOKEN in the `env` of this step only'
        : 'add GITLAB_TOKEN to the CI/CD variables of the project, limited to the environment of this job';
    throw new DocformError({ exit: exitCode.denied, code: 'E-TOKEN', message: 'no token for GitHub or GitLab', hint });
  }
  session.keepSecret(token);
  const { timeoutMs, maxWaitMs } = session.settings;
  const proxyUrl = proxyFor(apiUrl, session.io.environment);
  const { forge, close } = await openForge(place, {
    baseUrl: apiUrl,
    token,
    timeoutMs,
    maxWaitMs,
    userAgent: `docform/${version}`,
    ...withoutUndefined({ proxyUrl }),
  });
  session.onClose(close);
  return forge;
}

function surroundings(session: Session, flags: ForgeFlags) {
  const variable = (name: string) => session.io.environment[name] || undefined;
  if (variable('GITHUB_ACTIONS') !== undefined) {
    const repository = required(session, 'GITHUB_REPOSITORY');
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw usageFailure('GITHUB_REPOSITORY is not OWNER/NAME');
    const place = { kind: 'github', repository, author: flags.author ?? workflowAuthor } as const;
    return { place, apiUrl: variable('GITHUB_API_URL') ?? 'https://api.github.com', tokenVariable: 'GITHUB_TOKEN' };
  }
  if (variable('GITLAB_CI') !== undefined) {
    const place = { kind: 'gitlab', project: required(session, 'CI_PROJECT_ID') } as const;
    return { place, apiUrl: required(session, 'CI_API_V4_URL'), tokenVariable: 'GITLAB_TOKEN' };
  }
  throw usageFailure(
    'this command runs only in GitHub Actions or GitLab CI/CD',
    'neither GITHUB_ACTIONS nor GITLAB_CI is set',
  );
}

function required(session: Session, name: string) {
  const value = session.io.environment[name] ?? '';
  if (value !== '') return value;
  throw usageFailure(`${name} is missing`, 'GitHub and GitLab set the variable in every run');
}

function requestNumber({ io: { environment } }: Session) {
  const text = /^refs\/pull\/(\d+)\//.exec(environment.GITHUB_REF ?? '')?.[1] ?? environment.CI_MERGE_REQUEST_IID ?? '';
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw usageFailure(
    'this run does not belong to a pull request or merge request',
    'GITHUB_REF and CI_MERGE_REQUEST_IID contain no number',
  );
}

/** Name of configuration and environment: `docform` or `docform/production`. */
export function targetName({ settings }: Pick<Session, 'settings'>, { name = 'docform' }: CommandFlags<'name'>) {
  const target = settings.environmentName === undefined ? name : `${name}/${settings.environmentName}`;
  if (targetPattern.test(target)) return target;
  throw usageFailure(`${target} is not a valid target name`, 'use only letters, digits, dots, hyphens and underscores');
}
