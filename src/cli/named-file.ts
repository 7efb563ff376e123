/** Reads a file that a flag names: plain, of a bounded size, and not through a link out of the repository. */
import { type PlainFault, readPlainFile } from '../disk/plain-file.ts';
import { ownPath } from '../disk/tree.ts';

const megabyte = 1024 * 1024;

/** A plan says what a platform has, an undo what files of a configuration said. */
export const mostFileBytes = { plan: 128 * megabyte, undo: 64 * megabyte, ledger: 32 * megabyte } as const;

const reasons: { readonly [F in PlainFault | 'outside']: string } = {
  missing: 'ENOENT',
  outside: 'it is a link that leads out of the repository',
  'not-a-file': 'it is no plain file',
  'too-big': 'it is too big',
  'not-text': 'it is not UTF-8 text',
  unreadable: 'it cannot be read',
};

/** `why`: for the message, without a word of what stands there. */
export function readNamedFile(
  path: string,
  sort: keyof typeof mostFileBytes,
): { readonly text: string } | { readonly why: string; readonly isMissing: boolean } {
  const own = ownPath(path);
  const read = own === undefined ? ({ fault: 'outside' } as const) : readPlainFile(own, mostFileBytes[sort]);
  if ('text' in read) return { text: read.text };
  const reason = 'reason' in read && read.fault === 'unreadable' ? read.reason : undefined;
  return { why: reason ?? reasons[read.fault], isMissing: read.fault === 'missing' };
}
