/** Shared by the tests of the configuration: plain values of a tree, and what a span marks in its text. */

import type { MapNode, Node } from '../../src/configuration/node.ts';
import { parse } from '../../src/configuration/parse.ts';
import type { Problem, SourceSpan } from '../../src/core/problem.ts';

export interface Reading {
  readonly root: Node | undefined;
  readonly isRead: boolean;
  readonly problems: readonly Problem[];
}

export function read(text: string, file = 'docform.yaml'): Reading {
  const problems: Problem[] = [];
  return { ...parse(file, text, (problem) => problems.push(problem)), problems };
}

export function mapIn(text: string, file?: string): MapNode {
  const { root, problems } = read(text, file);
  if (root?.is !== 'map') throw new Error(`not a map: ${text} ${JSON.stringify(problems)}`);
  return root;
}

export function plain(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.is === 'scalar') return node.value;
  if (node.is === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

export function marked(text: string, { line, column, length }: SourceSpan): string {
  return (text.split(/\r?\n/)[line - 1] ?? '').slice(column - 1, column - 1 + length);
}

/** Codes with line:column, in the order they were found. */
export function codes(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code, span }) => `${code} ${span.file}:${span.line}:${span.column}`);
}

/** Problems that lack something everybody who reads them needs. */
export function incomplete(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(
    ({ message, label, hint, span }) => !message || !label || !hint || span.line < 1 || span.column < 1 || span.length < 1,
  );
}
