/** Turns the text of one YAML file into a tree of values with places, without touching anything else. */
import { isScalar } from 'yaml';
import type { SourceSpan } from '../core/problem.ts';
import { compose, type SyntaxNode } from './compose.ts';
import { problemOfFault } from './faults.ts';
import type { Node, Report } from './node.ts';
import { beginningOf, placesIn } from './place.ts';
import { buildTree } from './tree.ts';

export const maxFileBytes = 5_000_000;

/** So many problems of YAML itself are reported for one file: what follows the first ones is mostly their echo. */
const maxFaults = 20;

/** `isRead` is false when the text could not be understood as a whole; an empty file is read, and has no root. */
export interface Parsed {
  readonly root: Node | undefined;
  readonly isRead: boolean;
}

const unread: Parsed = { root: undefined, isRead: false };

export function parse(file: string, text: string, report: Report): Parsed {
  if (text.length > maxFileBytes) {
    reportTooLarge(beginningOf(file), maxFileBytes, report);
    return unread;
  }
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const place = placesIn(file, source);
  const { contents, faults } = compose(source);
  for (const fault of faults.slice(0, maxFaults)) report(problemOfFault(fault, place));
  if (faults.some(({ is }) => is !== 'tag')) return unread;
  if (contents === null || isEmpty(contents)) return { root: undefined, isRead: faults.length === 0 };
  const root = buildTree(contents, place, report);
  return root === undefined ? unread : { root, isRead: faults.length === 0 };
}

export function reportTooLarge(span: SourceSpan, maxBytes: number, report: Report, path = span.file): void {
  report({
    code: 'E-FILE-TOO-LARGE',
    message: `${path} has more than ${maxBytes / 1_000_000} MB`,
    span,
    label: 'too large to be read',
    hint: 'split it into several files',
  });
}

function isEmpty(contents: SyntaxNode): boolean {
  return isScalar(contents) && contents.value === null && contents.source === '';
}
