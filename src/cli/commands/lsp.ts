/** `docform lsp`: runs the language server for editors on stdin and stdout. Contacts only the backend of the ledger. */
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import { usageFailure } from '../failure.ts';
import { serve } from '../language-server/serve.ts';
import type { Session } from '../session.ts';

export async function runLsp(session: Session): Promise<ExitCode> {
  const { stdin, output } = session.io;
  const { stream: input } = stdin;
  if (input === undefined || output === undefined || stdin.isTerminal)
    throw usageFailure(
      'lsp must be started by an editor',
      'configure your editor as described in docs/guides/editors.md',
    );
  const isOrderly = await serve(session, { input, output });
  // Open streams would keep the process alive.
  input.destroy();
  return isOrderly ? exitCode.done : exitCode.failed;
}
