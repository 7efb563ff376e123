/** A session of which no output names an e-mail address, and the same for how its command fails. */
import type { FailureFacts } from '../report/failure.ts';
import { withoutEmails } from '../report/sanitize.ts';
import { Failure, failureOf } from './failure.ts';
import type { Session } from './session.ts';

/** Also where a title, a problem of the configuration or an answer of the platform repeats an address. Throws Failure for all that `work` throws. */
export async function runWithoutEmails<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  const without = (write: (text: string) => void) => (text: string) => write(withoutEmails(text));
  const { result, say, explain, trace, warn } = session;
  const outputs = { result: without(result), say: without(say), explain: without(explain), trace: without(trace), warn: without(warn) };
  try {
    return await work({ ...session, ...outputs });
  } catch (error) {
    const { exit, facts } = failureOf(error);
    const told = Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? withoutEmails(value) : value]);
    throw new Failure(exit, Object.fromEntries(told) as FailureFacts);
  }
}
