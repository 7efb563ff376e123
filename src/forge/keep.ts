/** Keeps one issue per target and one comment per plan, each known again by its hidden first line, and changed in place. */
import { type Comment, type Forge, forgeError, type Issue } from './forge.ts';

/** What a text says of itself: whose it is, and which drift it tells of. */
interface Mark {
  readonly kind: 'drift' | 'drift-comment' | 'comment';
  /** Which configuration and environment it is about: `docform/production`. */
  readonly target: string;
  /** `sha256:…` of the drift. */
  readonly digest?: string;
  /** Why a comment was made. */
  readonly says?: 'changed' | 'again' | 'clean';
}

/** What may be a target: nothing in it can end the hidden line. */
export const targetPattern = /^[\w.-]+(\/[\w.-]+)*$/;

/**
 * GitHub refuses comments over 65,536 characters. A character is at least one byte, so that a text within 65,000 bytes, which is what
 * docform's reports keep to, fits together with its first line.
 */
const maxBodyBytes = 65_400;

function markLine({ kind, target, digest, says }: Mark): string {
  const facts = [
    `target=${target}`,
    ...(digest === undefined ? [] : [`digest=${digest}`]),
    ...(says === undefined ? [] : [`says=${says}`]),
  ];
  return `<!-- docform:${kind} ${facts.join(' ')} -->`;
}

/** The mark in the first line of `body`; whatever stands further down was put there by somebody else. */
function markLineOf(body: string): string | undefined {
  return /^\s*(<!-- docform:[\w-]+ target=[^\n]*? -->)[ \t\r]*(?:\n|$)/.exec(body)?.[1];
}

/** Whether `body` is one of this kind and target, whatever else its mark says. */
function hasMark(body: string, { kind, target }: Pick<Mark, 'kind' | 'target'>): boolean {
  return `${markLineOf(body) ?? ''} `.startsWith(`<!-- docform:${kind} target=${target} `);
}

/** The digest that the mark of `body` states. */
function digestOf(body: string): string | undefined {
  return / digest=(\S+) /.exec(markLineOf(body) ?? '')?.[1];
}

/** A body with its mark, no longer than a forge takes: what is too long ends with a whole line, and says so. */
function markedBody(mark: Mark, text: string): string {
  const body = `${markLine(mark)}\n${withoutCommands(text.trim())}`;
  if (byteLength(body) <= maxBodyBytes) return body;
  const notice = '\n\n_This text was too long for a comment. The log of the run contains the rest._';
  let kept = body.slice(0, maxBodyBytes - byteLength(notice));
  do kept = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0));
  while (byteLength(kept + notice) > maxBodyBytes);
  return kept + notice;
}

/** Whether a forge that was given `wanted` would now answer with `body`: line ends and margins are its own business. */
function isSameText(body: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim();
  return plain(body) === plain(wanted);
}

/** GitLab takes a line that begins with a slash for a command to it, such as `/close`. */
function withoutCommands(text: string): string {
  return text.replace(/^([ \t]*)\//gm, '$1\\/');
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

export interface Remark {
  readonly target: string;
  /** As Markdown. */
  readonly text: string;
  /** Number of the request it stands below. */
  readonly request: number;
  /** Where there is no comment yet, none is made. */
  readonly isOnlyKept: boolean;
}

export type KeptComment = 'nothing' | 'unchanged' | 'added' | 'changed';

/** Throws where the forge refuses anything. */
export async function keepComment(forge: Forge, { target, text, request, isOnlyKept }: Remark): Promise<KeptComment> {
  const mark: Mark = { kind: 'comment', target };
  const author = (await forge.readAuthor()).toLowerCase();
  const comments = await forge.listRequestComments(request);
  const own = comments.find((comment) => comment.author.toLowerCase() === author && hasMark(comment.body, mark));
  // Comments for several environments stand side by side, and a plan does not know what its own is called.
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

/** What a run of `docform drift` found. */
export interface Finding {
  readonly target: string;
  /** `sha256:…`: equal drift has an equal digest. */
  readonly digest: string;
  readonly isClean: boolean;
  /** The report as Markdown. */
  readonly text: string;
  /** Page of the run. */
  readonly run?: string;
}

export interface KeptIssue {
  readonly action: 'nothing' | 'unchanged' | 'opened' | 'commented' | 'reopened' | 'closed';
  /** Missing where there is none, and none is needed. */
  readonly issue?: Issue;
  /** Further open issues of the same target, which were closed. */
  readonly duplicates: readonly Issue[];
}

/** Finds issues again; a person may take it off an issue, which only makes finding it slower. */
const label = 'docform-drift';

/** Throws where the forge refuses anything; run again, it goes on from where it stopped, and says nothing twice. */
export async function keepIssue(forge: Forge, finding: Finding): Promise<KeptIssue> {
  const author = await forge.readAuthor();
  const isOwn = (each: Issue | Comment) => isSameLogin(each.author, author);
  const found = await findIssues(
    forge,
    (issue) => isOwn(issue) && hasMark(issue.body, { kind: 'drift', target: finding.target }),
  );
  const [open, ...duplicates] = found.filter((issue) => issue.isOpen);
  const say = (issue: Issue, says: NonNullable<Mark['says']>) => sayOnce(forge, issue, { finding, says, isOwn });
  if (finding.isClean) {
    for (const issue of [...duplicates, ...(open === undefined ? [] : [open])]) {
      await say(issue, 'clean');
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

/** Oldest first. Without its label an issue is only found while it is open. */
async function findIssues(forge: Forge, isWanted: (issue: Issue) => boolean): Promise<readonly Issue[]> {
  const labelled = (await forge.listIssues({ label })).filter(isWanted);
  const isFound = labelled.some((issue) => issue.isOpen);
  const others = isFound ? [] : (await forge.listIssues({ isOpen: true })).filter(isWanted);
  return [...labelled, ...others].sort((a, b) => a.number - b.number);
}

/** Somebody else's name on it means that the next run would not find it, and would open another one. */
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
    'To revert the drift, run `docform apply`. To accept it, run `docform drift --write`. To ignore it, add it to `drift: ignore` with a reason.',
    '',
    'docform maintains this issue: it adds a comment when the drift changes, and closes the issue when there is none. Do not remove the hidden first line, which identifies the issue.',
  ].join('\n');
  return markedBody({ kind: 'drift', target, digest }, `${text.trim()}\n\n---\n${footer}`);
}

interface Saying {
  readonly finding: Finding;
  readonly says: NonNullable<Mark['says']>;
  readonly isOwn: (comment: Comment) => boolean;
}

/** A run may end between a comment and what it announces; the next one then finds that it is said already. */
async function sayOnce(forge: Forge, issue: Issue, { finding, says, isOwn }: Saying): Promise<void> {
  const { target, digest, text, run } = finding;
  const head = {
    changed: 'The drift has changed.',
    again: 'New drift was found.',
    clean: 'There is no drift anymore.',
  }[says];
  const link = run === undefined ? '' : ` ([run](${run}))`;
  const body = markedBody(
    { kind: 'drift-comment', target, digest, says },
    `${head}${link}${says === 'clean' ? '' : `\n\n${text.trim()}`}`,
  );
  const own = (await forge.listIssueComments(issue)).filter(
    (comment) => isOwn(comment) && markLineOf(comment.body) !== undefined,
  );
  const last = own.at(-1);
  if (last === undefined || markLineOf(last.body) !== markLineOf(body)) await forge.commentOnIssue(issue, body);
}

function isSameLogin(a: string, b: string): boolean {
  return a !== '' && a.toLowerCase() === b.toLowerCase();
}
