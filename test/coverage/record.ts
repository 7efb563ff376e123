/** Writes down what the tests of the platform do to which operation, when DOCFORM_COVERAGE names a directory for it. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { TestRunner } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { bodyProblem, queryProblem } from '../server/contract-check.ts';
import { observe } from '../server/observer.ts';
import { projectDirectory } from '../support/sources.ts';

/** One request of a test. */
export interface Entry {
  readonly operation: string;
  /** Path below the project. */
  readonly file: string;
  /** Answered with the contract's status, and a body that its closed schema takes. */
  readonly isSuccess: boolean;
  /** Refused with 400 for a query or body that the schema does not take. */
  readonly isRefusedBySchema: boolean;
  /** Objects were written, or the same request was answered otherwise before the state changed. */
  readonly isStateful: boolean;
}

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly url: URL;
  readonly body: unknown;
  readonly status: number;
  readonly text: string;
}

export interface Recorder {
  record(exchange: Exchange): void;
}

interface Answered {
  readonly digest: string;
  readonly answer: string;
  readonly isSuccess: boolean;
}

const directory = process.env.DOCFORM_COVERAGE;
let files = 0;

/** A data file to watch; undefined: nothing is recorded. */
export function recordedData(): string | undefined {
  files += 1;
  return directory === undefined ? undefined : join(directory, `state-${process.pid}-${files}.db`);
}

export function createRecorder(data: string): Recorder {
  const observer = observe(data);
  const seen = new Map<string, Answered>();
  let digest = observer.digest();
  let version = observer.version();
  const current = (): string => {
    const now = observer.version();
    if (now !== version) digest = observer.digest();
    version = now;
    return digest;
  };
  const record = (exchange: Exchange): void => {
    const before = digest;
    const after = current();
    const isSuccess = exchange.status < 400;
    write({
      operation: exchange.endpoint.name,
      isSuccess,
      isRefusedBySchema: exchange.status === 400 && breaksSchema(exchange),
      isStateful: (isSuccess && before !== after) || isAnsweredOtherwise(seen, exchange, after),
    });
  };
  return { record };
}

/** True when the same request had another answer in another state; one of the two may be a refusal. Remembers the answer. */
function isAnsweredOtherwise(
  seen: Map<string, Answered>,
  { endpoint, url, body, status, text }: Exchange,
  digest: string,
): boolean {
  const asked = `${endpoint.name} ${url.href} ${JSON.stringify(body)}`;
  const answer = createHash('sha256').update(`${status} ${text}`).digest('hex');
  const known = seen.get(asked);
  const isSuccess = status < 400;
  seen.set(asked, { digest, answer, isSuccess });
  return known !== undefined && (known.isSuccess || isSuccess) && known.digest !== digest && known.answer !== answer;
}

function breaksSchema({ endpoint, url, body }: Exchange): boolean {
  return (
    bodyProblem(endpoint, body ?? {}, 'open') !== undefined ||
    queryProblem(endpoint, url.searchParams, 'open') !== undefined
  );
}

/** What is done before all tests of a file belongs to none of them, and is not written down. */
function write(entry: Omit<Entry, 'file'>): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined || directory === undefined) return;
  const file = relative(projectDirectory, test.file.filepath).split(sep).join('/');
  appendFileSync(join(directory, `requests-${process.pid}.jsonl`), `${JSON.stringify({ ...entry, file })}\n`);
}
