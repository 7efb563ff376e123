/** Opens the reference platform; a data file that cannot be opened is no fault of docform, and is told as what it is. */
import type { Platform, PlatformOptions } from '../server/index.ts';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';

export function openWithData(createPlatform: (options: PlatformOptions) => Platform, options: PlatformOptions): Platform {
  try {
    return createPlatform(options);
  } catch (error) {
    if (options.data === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(exitCode.failed, {
      code: 'E-SYSTEM',
      message: `the data file ${options.data} cannot be opened: ${reason}`,
      hint: 'its directory has to exist, and it has to be a file that the reference platform wrote, or none yet',
    });
  }
}
