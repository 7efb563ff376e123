/** `docform ci issue`, `ci drift-branch` and `ci comment`: update the drift issue, the pull request that accepts drift, and the plan comment on GitHub or GitLab. */

import { join, resolve } from 'node:path';
import { defined } from '../../core/defined.ts';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import {
  type Finding,
  type KeptBranch,
  type KeptIssue,
  keepComment,
  keepDriftBranch,
  keepIssue,
  targetPattern,
} from '../../forge/keep.ts';
import { keepSharedComment } from '../../forge/shared-comment.ts';
import { openForge } from '../../library/forge.ts';
import { planCells, reviewComment, sectionWithin } from '../../report/markdown.ts';
import { failureMarkdown } from '../../report/problems.ts';
import { readNamedFile } from '../named-file.ts';
import { forgePage, originOf } from '../origin.ts';
import { readPlanText } from '../plan-output.ts';
import { repositoryPlace } from '../repository.ts';
import { openRevision } from '../revision.ts';
import { type CommandFlags, printResult, type Run, type Session, usageFailure } from '../session.ts';
import { proxyFor } from '../target.ts';
import { version } from '../version.ts';

type IssueFlags = ForgeFlags & CommandFlags<never, 'clean'>;

function findingOf(session: Session, flags: IssueFlags): Finding {
  const target = targetName(session, flags);
  const text = readHandedOver(session, flags.file);
  const { run } = originOf(session);
  const digest = driftDigest(text, flags.file ?? '');
  return { target, digest, isClean: flags.clean === true, text, ...defined({ run }) };
}

export const runCiIssue: Run<IssueFlags> = async (session, _, flags) => {
  const finding = findingOf(session, flags);
  const kept = await keepIssue(await openedForge(session, flags), finding);
  printResult(session, 'ci issue', factsOf(finding, kept), keptText(finding, kept));
};

/** `orFailed`: the step that writes the file can fail, and then the text of a failed plan replaces the comment of an earlier plan. */
function readHandedOver(session: Session, file: string | undefined, orFailed = false) {
  if (file === undefined) throw usageFailure('--file is missing', 'give the Markdown file');
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

function notWritten(message: string) {
  return usageFailure(message, 'check the output of the previous step', 'E-CI-FILE');
}

const mostBytes = 64 * 1024 * 1024;

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
    ...{ target, digest, clean: isClean, action },
    ...{ number: issue?.number ?? null, url: issue?.url ?? null, alsoClosed: duplicates.map(({ number }) => number) },
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
  const edited = await editedFiles(session);
  const forge = await openedForge(session, flags);
  const { action, request } = await keepDriftBranch(forge, { ...finding, ...edited, base: flags.base ?? 'main' });
  const facts = {
    ...{ target: finding.target, digest: finding.digest, clean: finding.isClean, action },
    ...{ files: edited.files.map(({ path }) => path), number: request?.number ?? null, url: request?.url ?? null },
  };
  const named = request === undefined ? '' : ` pull request #${request.number}`;
  printResult(session, 'ci drift-branch', facts, `${finding.target}: ${branchWords[action]}${named}\n`);
};

/** The files of the configuration that differ from the checked-out commit. */
async function editedFiles(session: Session) {
  const { root, configuration = 'docform.yaml', parts } = await repositoryPlace(session, undefined);
  const revision = openRevision(session, root, configuration, 'HEAD');
  const files = [configuration, ...parts].flatMap((path) => {
    const now = readNamedFile(join(root, path), 'text');
    const committed = revision.files.read(path, mostBytes);
    const isEdited = 'text' in now && 'text' in committed && now.text !== committed.text;
    return isEdited ? [{ path, text: now.text }] : [];
  });
  return { files, parent: revision.commit };
}

/** `artifact`: empty if the plan was not uploaded. `shared`: the file is a saved plan, or the Markdown of a failed plan. */
type CommentFlags = ForgeFlags & CommandFlags<'artifact', 'onlyUpdate' | 'orFailed' | 'shared'>;

export const runCiComment: Run<CommentFlags> = async (session, _, flags) => {
  const target = targetName(session, flags);
  const request = requestNumber(session);
  const body = readHandedOver(session, flags.file, flags.orFailed);
  const kept = forgePage(session.io.environment, flags.artifact);
  const link =
    kept === undefined
      ? ''
      : `\n\n[Complete plan](${kept}) in the artifacts of the run; open \`plan.html\` in a browser.\n`;
  const withLink = (text: string) => (link === '' ? text : text.trimEnd() + link);
  const remark = { target, request, isOnlyKept: flags.onlyUpdate === true };
  const plan = flags.shared === true ? await planSection(session, body, flags.file ?? '') : undefined;
  const forge = await openedForge(session, flags);
  const action =
    plan === undefined
      ? await keepComment(forge, { ...remark, text: withLink(body) })
      : await keepSharedComment(forge, {
          ...{ ...remark, cells: plan.cells, settleMs: session.settings.settleMs, ownText: withLink(plan.text) },
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
  const options = { requests: plan.requests, origin, ...defined({ digest }) };
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
    const hint = `set ${tokenVariable}, for this step only`;
    throw new DocformError({ exit: exitCode.denied, code: 'E-TOKEN', message: 'no token for GitHub or GitLab', hint });
  }
  session.keepSecret(token);
  const { timeoutMs, maxWaitMs } = session.settings;
  const proxyUrl = proxyFor(apiUrl, session.io.environment);
  const { forge, close } = await openForge(place, {
    ...{ baseUrl: apiUrl, token, timeoutMs, maxWaitMs, userAgent: `docform/${version}` },
    ...defined({ proxyUrl }),
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
function targetName({ settings }: Session, { name = 'docform' }: ForgeFlags) {
  const target = settings.environmentName === undefined ? name : `${name}/${settings.environmentName}`;
  if (targetPattern.test(target)) return target;
  throw usageFailure(`${target} is not a valid target name`, 'use only letters, digits, dots, hyphens and underscores');
}
