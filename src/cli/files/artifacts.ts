/** The directory that one command of a pipeline writes with --out-dir and a later command reads with --from: reports, and the facts about the run. */
import { readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import { writeAtomically } from '../../disk/write.ts';
import { type Session, usageFailure } from '../io/session.ts';
import { placeToWrite, readNamedFile } from './named-file.ts';
import { placeAt } from './named-place.ts';

/** All files that docform writes there. */
const names = [
  'facts.json',
  'facts.env',
  'quality.json',
  'plan.json',
  'plan.md',
  'plan.html',
  'comment.md',
  'counts.json',
  'found.md',
  'left.md',
  'edits.json',
  'proposal.json',
  'apply.yml',
];
type ArtifactName = (typeof names)[number];

/** What a plan or a drift report found. A file without a digest means that there is no report. */
export interface Facts {
  readonly kind: 'plan' | 'drift' | 'validate';
  /** The exit code of the same command with --detailed-exitcode. */
  readonly exit: number;
  readonly digest?: string;
  /** Number of changes, or of differences. */
  readonly changes?: number;
  /** Page with the artifacts of the job. */
  readonly page?: string;
}

/** Creates the directory or empties it, because a runner can keep files of an earlier job. */
export async function openArtifacts(session: Session, directory: string) {
  const place = placeToWrite(session.settings.directory, directory);
  if (placeAt(place) === 'file')
    throw usageFailure(`${directory} is a file`, 'pass a new directory with --out-dir', 'E-FILE-EXISTS');
  await mkdir(place, { recursive: true });
  const present = readdirSync(place);
  const foreign = present.filter((name) => !names.some((own) => own === name));
  if (foreign.length > 0)
    throw usageFailure(
      `${directory} contains ${foreign[0]}, which docform did not write: nothing was written`,
      'pass a new directory with --out-dir',
      'E-FILE-EXISTS',
    );
  for (const name of present) rmSync(join(place, name));
  const write = (name: ArtifactName, text: string) => writeAtomically(join(place, name), session.mask(text), 0o600);
  return {
    write,
    writeFacts: (facts: Facts) => write('facts.json', `${JSON.stringify(facts)}\n`),
  };
}

export type Artifacts = Awaited<ReturnType<typeof openArtifacts>>;

/** undefined: the command that writes the directory ended before it wrote the file. */
export function readArtifact({ settings }: Session, directory: string, name: ArtifactName) {
  const read = readNamedFile(resolve(settings.directory, directory, name), name === 'plan.json' ? 'plan' : 'text');
  return 'text' in read && read.text.trim() !== '' ? read.text : undefined;
}

export function requireArtifact(session: Session, directory: string, name: ArtifactName) {
  const text = readArtifact(session, directory, name);
  if (text !== undefined) return text;
  throw notWritten(`${directory} does not contain ${name}`);
}

export function notWritten(message: string) {
  return usageFailure(message, 'check the output of the command that writes the directory', 'E-CI-FILE');
}

/** undefined: the command ended before it wrote any facts. */
export function readFacts(session: Session, directory: string, kind: Facts['kind']): Facts | undefined {
  const text = readArtifact(session, directory, 'facts.json');
  if (text === undefined) return undefined;
  const { kind: found, exit, digest, changes, page } = jsonObjectOrEmpty(JSON.parse(text));
  if (found !== kind || typeof exit !== 'number')
    throw notWritten(`${directory} was not written by \`docform ${kind} --out-dir\``);
  return {
    kind,
    exit,
    ...(typeof digest === 'string' ? { digest } : {}),
    ...(typeof changes === 'number' ? { changes } : {}),
    ...(typeof page === 'string' ? { page } : {}),
  };
}

/** A truncated or missing report must not open or close an issue, or be approved. */
export function requireFacts(session: Session, directory: string, kind: Facts['kind']) {
  const facts = readFacts(session, directory, kind);
  if (facts?.digest !== undefined) return { ...facts, digest: facts.digest, changes: facts.changes ?? 0 };
  throw notWritten(`${directory} does not contain a complete ${kind === 'plan' ? 'plan' : 'drift report'}`);
}

/** Tells `ci issue` which pull request contains the drift. */
export async function writeProposal(session: Session, directory: string, number: number) {
  const place = placeToWrite(session.settings.directory, join(directory, 'proposal.json' satisfies ArtifactName));
  await writeAtomically(place, `${JSON.stringify({ number })}\n`, 0o600);
}
