/** Explains what goes wrong with the data file of a platform that serves. */
import { DocformError } from '../core/docform-error.ts';
import { isStoreFault } from '../server/index.ts';
import { reasonOf } from './data-file.ts';
import { exitCode } from './exit-code.ts';

/** What an open data file fails with, as what it is; undefined: the file is not to blame. */
export function dataFailure(data: string | undefined, error: unknown): DocformError | undefined {
  if (data === undefined || !isStoreFault(error)) return undefined;
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-SYSTEM',
    message: `the data file ${data} can no longer be read or written: ${reasonOf(error)}`,
    hint: 'the platform has ended; put back a copy of the file, or begin with a new one',
  });
}
