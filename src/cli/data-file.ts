/** Opens a reference platform with its data file. */
import { DocformError, reasonOf } from '../core/docform-error.ts';
import type { Platform, PlatformOptions } from '../server/index.ts';

export function openWithData(
  createPlatform: (options: PlatformOptions) => Platform,
  options: PlatformOptions,
): Platform {
  try {
    return createPlatform(options);
  } catch (error) {
    if (options.data === undefined) throw error;
    throw unopened(options.data, error);
  }
}

export function unopened(data: string, error: unknown): DocformError {
  return new DocformError({
    code: 'E-SYSTEM',
    message: `the data file ${data} cannot be opened: ${reasonOf(error)}`,
    hint: 'check that the directory exists, and that the file is new or was written by the reference platform',
  });
}
