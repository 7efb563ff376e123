/** Maintains one issue and one pull request for each target, and one comment for each plan. A hidden first line identifies them. */
import { withoutMissing, withoutUndefined } from '../core/defined.ts';
import { gitBlobId } from '../core/digest.ts';
import type { Comment, Forge, ForgeCommit, ForgeFile, Issue, Proposal } from './forge.ts';
import { forgeError } from './forge-requests.ts';

interface Mark {
  readonly kind: 'drift' | 'drift-branch' | 'drift-comment' | 'comment' | 'comments';
  /** Configuration and environment: `docform/production`. */
  readonly target: string;
  /** `sha256:…` of the drift. */
  readonly digest?: string;
  readonly says?: keyof typeof statusTexts;
}

/** No target can end the hidden line. */
export const targetPattern = /^[\w.-]+(\/[\w.-]+)*$/;

/** GitHub refuses comments over 65,536 characters. A report has at most 65,000 bytes, and so fits with its hidden first line. */
export const maxBodyBytes = 65_400;

export function markLine({ kind, target, digest, says }: Mark): string {
  const facts = Object.entries(withoutUndefined({ target, digest, says })).map(([name, value]) => `${name}=${value}`);
  return `<!-- docform:${kind} ${facts.join(' ')} -->`;
}

/** Other lines do not count, because anyone can write them. */
function markLineOf(body: string): string | undefined {
  return /^\s*(<!-- docform:[\w-]+ target=[^\n]*? -->)[ \t\r]*(?:\n|$)/.exec(body)?.[1];
}

function hasMark(body: string, { kind, target }: Pick<Mark, 'kind' | 'target'>): boolean {
  return `${markLineOf(body) ?? ''} `.startsWith(`<!-- docform:${kind} target=${target} `);
}

function digestOf(body: string): string | undefined {
  return / digest=(\S+) /.exec(markLineOf(body) ?? '')?.[1];
}

/** Shortens a text that is too long for a forge after a complete line, and adds a notice. */
function markedBody(mark: Mark, text: string): string {
  const body = `${markLine(mark)}\n${withoutCommands(text.trim())}`;
  if (byteLength(body) <= maxBodyBytes) return body;
  const notice = '\n\n_This text was too long for a comment. The log of the run contains the rest._';
  let kept = body.slice(0, maxBodyBytes - byteLength(notice));
  do kept = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0));
  while (byteLength(kept + notice) > maxBodyBytes);
  return kept + notice;
}

/** Forges change line ends and margins. Every plan has its own time. */
export function isSameText(body: string, wanted: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/^Read at \S+ · /gm, '')
      .trim();
  return plain(body) === plain(wanted);
}

/** GitLab executes lines such as `/close`. */
export function withoutCommands(text: string): string {
  return text.replace(/^([ \t]*)\//gm, '$1\\/');
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

export interface Remark {
  readonly target: string;
  readonly text: string;
  readonly request: number;
  readonly isOnlyKept: boolean;
}

export type KeptComment = 'nothing' | 'unchanged' | 'added' | 'changed';

export async function upsertComment(forge: Forge, { target, text, request, isOnlyKept }: Remark): Promise<KeptComment> {
  const mark: Mark = { kind: 'comment', target };
  const [own] = await ownComments(forge, request, mark);
  // The comments of several environments are on one page, and a plan does not contain its own target.
  const body = markedBody(mark, target.includes('/') ? `**${target}**\n\n${text}` : text);
  if (own === undefined) {
    if (isOnlyKept) return 'nothing';
    await forge.commentOnRequest(request, body);
    return 'added';
  }
  if (isSameText(own.body, body)) return 'unchanged';
  await forge.changeRequestComment(request, own, body);
  return 'changed';
}

/** Comments of a pull request that docform wrote with this mark, oldest first. */
export async function ownComments(forge: Forge, request: number, mark: Mark): Promise<readonly Comment[]> {
  const author = await forge.readAuthor();
  const comments = await forge.listRequestComments(request);
  return comments.filter((comment) => isSameLogin(comment.author, author) && hasMark(comment.body, mark));
}

export interface Finding {
  readonly target: string;
  /** `sha256:…`: equal drift has an equal digest. */
  readonly digest: string;
  readonly isClean: boolean;
  readonly text: string;
  readonly run?: string;
  /** The pull request that contains the drift, if the issue is clean for that reason. */
  readonly proposal?: number;
}

export interface KeptIssue {
  readonly action: 'nothing' | 'unchanged' | 'opened' | 'commented' | 'reopened' | 'closed';
  readonly issue?: Issue;
  readonly duplicates: readonly Issue[];
}

/** Makes finding an issue fast. An open issue is also found without its label. */
const label = 'docform-drift';

/** A repeated run continues after the last request, and repeats no comment. */
export async function keepIssue(forge: Forge, finding: Finding): Promise<KeptIssue> {
  const author = await forge.readAuthor();
  const mark: Mark = { kind: 'drift', target: finding.target };
  const found = await findIssues(forge, (issue) => isSameLogin(issue.author, author) && hasMark(issue.body, mark));
  const [open, ...duplicates] = found.filter((issue) => issue.isOpen);
  const say = (issue: Issue, says: keyof typeof statusTexts) => commentOnce(forge, issue, author, says, finding);
  if (finding.isClean) {
    for (const issue of [...duplicates, ...withoutMissing(open)]) {
      await say(issue, finding.proposal === undefined ? 'clean' : 'proposed');
      await forge.changeIssue(issue, { isOpen: false });
    }
    return open === undefined ? { action: 'nothing', duplicates } : { action: 'closed', issue: open, duplicates };
  }
  const body = issueBody(finding);
  const closed = found.at(-1);
  if (open !== undefined) {
    for (const issue of duplicates) await forge.changeIssue(issue, { isOpen: false });
    if (digestOf(open.body) === finding.digest) return { action: 'unchanged', issue: open, duplicates };
    await say(open, 'changed');
    await forge.changeIssue(open, { body });
    return { action: 'commented', issue: open, duplicates };
  }
  if (closed !== undefined) {
    await say(closed, 'again');
    await forge.changeIssue(closed, { body, isOpen: true });
    return { action: 'reopened', issue: closed, duplicates };
  }
  return { action: 'opened', issue: await openIssue(forge, finding, author), duplicates };
}

/** Oldest first. A closed issue without its label is not found. */
async function findIssues(forge: Forge, isWanted: (issue: Issue) => boolean): Promise<readonly Issue[]> {
  const labelled = (await forge.listIssues({ label })).filter(isWanted);
  const isFound = labelled.some((issue) => issue.isOpen);
  const others = isFound ? [] : (await forge.listIssues({ isOpen: true })).filter(isWanted);
  return [...labelled, ...others].sort((a, b) => a.number - b.number);
}

/** If the author differs, the next run would not find the issue and would open another one. */
async function openIssue(forge: Forge, finding: Finding, author: string): Promise<Issue> {
  const title = `Documentation has drifted: ${finding.target}`;
  const issue = await forge.createIssue({ title, body: issueBody(finding), label });
  if (isSameLogin(issue.author, author)) return issue;
  await forge.changeIssue(issue, { isOpen: false });
  throw forgeError(
    `issue #${issue.number} was opened by ${issue.author} instead of ${author}, so the next run could not find the issue: it was closed`,
    `set --author ${issue.author}, the login of this token`,
  );
}

function issueBody(finding: Finding): string {
  const { target, digest, text } = finding;
  const footer = [
    'To revert the drift, start the apply pipeline, or run `docform apply`. To accept it, run `docform drift --write`. To ignore it, add it to `drift: ignore` with a reason.',
    '',
    'docform maintains this issue: it adds a comment when the drift changes, and closes the issue when there is none. Do not remove the hidden first line, which identifies the issue.',
  ].join('\n');
  return markedBody({ kind: 'drift', target, digest }, `${text.trim()}\n\n---\n${footer}`);
}

const statusTexts = {
  changed: 'The drift has changed.',
  again: 'New drift was found.',
  clean: 'There is no drift anymore.',
  proposed: 'All drift is now proposed for the configuration.',
};

/** Prevents a repeated comment if the last run ended between the comment and the update of the issue. */
async function commentOnce(
  forge: Forge,
  issue: Issue,
  author: string,
  says: keyof typeof statusTexts,
  finding: Finding,
) {
  const { target, digest, text, run, proposal } = finding;
  const link = run === undefined ? '' : ` ([run](${run}))`;
  const where = proposal === undefined ? '' : ` See ${forge.nameOfRequest(proposal)}.`;
  const hasText = says === 'changed' || says === 'again';
  const body = markedBody(
    { kind: 'drift-comment', target, digest, says },
    `${statusTexts[says]}${where}${link}${hasText ? `\n\n${text.trim()}` : ''}`,
  );
  const own = (await forge.listIssueComments(issue)).filter((comment) => isSameLogin(comment.author, author));
  const last = own.map((comment) => markLineOf(comment.body)).findLast((line) => line !== undefined);
  if (last !== markLineOf(body)) await forge.commentOnIssue(issue, body);
}

function isSameLogin(a: string, b: string): boolean {
  return a !== '' && a.toLowerCase() === b.toLowerCase();
}

export interface AcceptedDrift extends Finding {
  /** Edited files of the configuration. */
  readonly files: readonly ForgeFile[];
  /** The commit that was checked out. */
  readonly parent: string;
  /** The branch that the pull request is for. */
  readonly base: string;
}

export interface KeptBranch {
  readonly action: 'nothing' | 'unchanged' | 'rejected' | 'opened' | 'updated' | 'closed';
  readonly request?: Proposal;
}

/** A repeated run continues after the last request. An unchanged branch is not written again, because a forge may then dismiss approvals. */
export async function keepDriftBranch(forge: Forge, drift: AcceptedDrift): Promise<KeptBranch> {
  const { target, digest, text, files, parent, base } = drift;
  const branch = `docform/drift/${target}`;
  const requests = await forge.listRequests(branch, base);
  const request = requests.find(({ isOpen }) => isOpen);
  if (drift.isClean) {
    if (request === undefined) return { action: 'nothing' };
    await forge.changeRequest(request, { isOpen: false });
    return { action: 'closed', request };
  }
  if (files.length === 0) return { action: 'nothing' };
  const last = requests.at(-1);
  if (request === undefined && last?.isMerged === false && digestOf(last.body) === digest)
    return { action: 'rejected', request: last };
  const title = `Accept drift: ${target}`;
  const message = `${title}\n\nDrift: ${digest}`;
  const head = await forge.readHead(branch);
  const isSame = head?.parent === parent && head.message.trim() === message && (await hasOnly(forge, head, files));
  if (!isSame) await forge.commit({ branch, parent, message, files });
  const footer = requestFooter(forge.requestName);
  const body = markedBody({ kind: 'drift-branch', target, digest }, `${text.trim()}\n\n---\n${footer}`);
  if (request === undefined)
    return { action: 'opened', request: await forge.openRequest({ branch, base, title, body }) };
  if (digestOf(request.body) !== digest) await forge.changeRequest(request, { body });
  return { action: isSame ? 'unchanged' : 'updated', request };
}

/** Somebody else can push a commit with the parent and the message of docform's commit. */
async function hasOnly(forge: Forge, commit: ForgeCommit, files: readonly ForgeFile[]) {
  const changed = await forge.changedFiles(commit, files.length);
  return (
    changed?.size === files.length && files.every(({ path, text }) => changed.get(path) === gitBlobId(text, commit.id))
  );
}

function requestFooter(request: Forge['requestName']) {
  return [
    `The commit of this ${request} writes drift into the configuration. It does not write unmanaged objects, or values that a configuration cannot express. To revert changes of managed resources instead, close the ${request} and start the apply pipeline, or run \`docform apply\`. Until then, the drift issue lists the changes again.`,
    '',
    `docform updates this branch and this text when the drift changes, and overwrites other commits on the branch. docform closes the ${request} when there is no drift. Do not remove the hidden first line.`,
  ].join('\n');
}
