/** Records the requests of tests to each operation, if DOCFORM_COVERAGE names a directory. */
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
  /** Path relative to the project. */
  readonly file: string;
  /** The response has the status and the body that the contract requires. */
  readonly isSuccess: boolean;
  /** The request is refused with 400 because its query or body violates the schema. */
  readonly isRefusedBySchema: boolean;
  /** The request wrote objects, or an equal request had another response before a state change. */
  readonly isStateful: boolean;
}

interface Exchange {
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

/** A data file to observe. undefined: recording is disabled. */
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

/** True if an equal request had another response in another state; one of the two can be a refusal. Stores the response. */
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

/** Requests before all tests of a file belong to no test, and are not recorded. */
function write(entry: Omit<Entry, 'file'>): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined || directory === undefined) return;
  const file = relative(projectDirectory, test.file.filepath).split(sep).join('/');
  appendFileSync(join(directory, `requests-${process.pid}.jsonl`), `${JSON.stringify({ ...entry, file })}\n`);
}
