/** Masks e-mail addresses in all outputs of a session, and in how its command fails. */
import { DocformError } from '../core/docform-error.ts';
import { withoutEmails } from '../report/sanitize.ts';
import { failureOf } from './failure.ts';
import type { Session } from './session.ts';

/** Also where a title, a problem of the configuration or an answer of the platform repeats an address. Throws DocformError for all that `work` throws. */
export async function runWithoutEmails<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  const without = (write: (text: string) => void) => (text: string) => write(withoutEmails(text));
  const { result, say, explain, trace, warn } = session;
  const outputs = { result: without(result), say: without(say), explain: without(explain), trace: without(trace), warn: without(warn) };
  try {
    return await work({ ...session, ...outputs });
  } catch (error) {
    const { code, message, hint, exit, status, request } = failureOf(error);
    throw new DocformError({
      ...{ code, exit, status, message: withoutEmails(message) },
      ...(hint === undefined ? {} : { hint: withoutEmails(hint) }),
      ...(request === undefined ? {} : { request: { ...request, path: withoutEmails(request.path) } }),
    });
  }
}
