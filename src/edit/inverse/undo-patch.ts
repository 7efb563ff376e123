/** The undo file of an apply: notes for people, then a unified diff. Pure. */
import { sha256Hex } from '../../core/digest.ts';
import type { Lost, Restored } from './inverse-work.ts';

/** Of what the file is the undo. */
export interface UndoFacts {
  readonly host: string;
  readonly organization: string;
  readonly environment?: string;
  /** RFC 3339. */
  readonly at: string;
  readonly who: string;
  /** Link to the pipeline's run. */
  readonly link?: string;
  /** Digest of the plan. */
  readonly digest: string;
}

/** A file that the diff changes, by digests of its text. */
export interface PatchedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface UndoPatch {
  readonly facts: UndoFacts;
  readonly files: readonly PatchedFile[];
  readonly restored: readonly Restored[];
  readonly lost: readonly Lost[];
  readonly diff: string;
}

export function patchedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly PatchedFile[] {
  return [...after].map(([path, text]) => ({ path, before: textDigest(before.get(path) ?? ''), after: textDigest(text) }));
}

export function textDigest(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}

const firstLine = 'docform undo, version 1';
const lostHeading = 'Cannot be brought back, or not by this alone:';
const nothing = 'Nothing: there is nothing to change in the configuration.';

/** No line before the diff can be taken for a part of it: all that anybody else wrote stands behind two spaces. `isUnfinished`: the apply is still to come. */
export function undoPatchText({ facts, files, restored, lost, diff }: UndoPatch, isUnfinished = false): string {
  const { host, organization, environment, at, who, link, digest } = facts;
  const header = [
    firstLine,
    '',
    `  host: ${line(host)}`,
    `  organization: ${line(organization)}`,
    ...(environment === undefined ? [] : [`  environment: ${line(environment)}`]),
    `  applied: ${line(at)} by ${line(who)}${link === undefined ? '' : ` (${line(link)})`}`,
    `  plan: ${line(digest)}`,
    ...files.map(({ path, before, after }) => `  file: ${before} ${after} ${JSON.stringify(path)}`),
    '',
    ...(isUnfinished ? ['Written before that apply began: it takes back all that was planned, also what was never done.'] : []),
    'This changes the configuration, so that it asks for what was there before that apply.',
    'docform undo puts it into the files, as git apply does; then docform plan shows what it means, and docform apply does it.',
    '',
    'Asks for again:',
    ...(restored.length === 0 ? [`  ${nothing}`] : restored.map((each) => `  ${restoredText(each)}`)),
    ...(lost.length === 0 ? [] : ['', lostHeading, ...lost.map((each) => `  ${lostText(each)}`)]),
    '',
  ];
  return `${header.join('\n')}\n${diff}`;
}

const words: { readonly [W in Restored['what']]: string } = { fields: '~', added: '+', removed: '-', order: '>' };

function restoredText({ address, what, fields = [] }: Restored): string {
  return `${words[what]} ${line(address)}${fields.length === 0 ? '' : `: ${fields.map(line).join(', ')}`}${what === 'order' ? ': its order' : ''}`;
}

function lostText({ address, field, why }: Lost): string {
  return `${line(address)}${field === undefined ? '' : `, ${line(field)}`}: ${line(why)}`;
}

/** Text that stays on its line, and is nothing but text in a terminal. */
function line(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, ' ').trim();
}

/** What a file says of itself. */
export interface ReadUndoPatch extends Pick<UndoPatch, 'files' | 'diff'> {
  readonly facts: Pick<UndoFacts, 'host' | 'organization' | 'environment'> & { readonly applied: string };
  /** One line each, as the file has them. */
  readonly lost: readonly string[];
}

/** undefined: it is no such file. */
export function parseUndoPatch(text: string): ReadUndoPatch | undefined {
  const end = /^(?:diff --git |--- )/m.exec(text)?.index ?? text.length;
  const header = text.slice(0, end).replaceAll('\r\n', '\n').split('\n');
  if (header[0] !== firstLine) return undefined;
  const facts = new Map(
    header.flatMap((each) => {
      const [, name, value] = /^ {2}(host|organization|environment|applied): (.*)$/.exec(each) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const files = header.filter((each) => each.startsWith('  file: ')).map(fileOf);
  const [host, organization, applied] = [facts.get('host'), facts.get('organization'), facts.get('applied')];
  if (host === undefined || organization === undefined || applied === undefined || files.includes(undefined)) return undefined;
  const environment = facts.get('environment');
  const from = header.indexOf(lostHeading);
  return {
    facts: { host, organization, applied, ...(environment === undefined ? {} : { environment }) },
    files: files as readonly PatchedFile[],
    lost: from < 0 ? [] : header.slice(from + 1).flatMap((each) => (each.startsWith('  ') ? [each.trim()] : [])),
    diff: text.slice(end),
  };
}

function fileOf(text: string): PatchedFile | undefined {
  const [, before, after, name] = /^ {2}file: (sha256:[0-9a-f]{64}) (sha256:[0-9a-f]{64}) (".*")$/.exec(text) ?? [];
  if (before === undefined || after === undefined || name === undefined) return undefined;
  try {
    return { path: String(JSON.parse(name)), before, after };
  } catch {
    return undefined;
  }
}
