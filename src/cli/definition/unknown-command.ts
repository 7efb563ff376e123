/** Suggests a command for a misspelled word, or for a word of another tool. */
import type { DocformError } from '../../core/docform-error.ts';
import { usageFailure } from '../io/session.ts';

/** Words of other tools for commands that only read. */
export const readingWords: { readonly [command: string]: readonly string[] } = {
  plan: ['diff', 'preview', 'dry-run', 'what-if'],
  get: ['ls', 'describe', 'inspect', 'state show', 'list', 'inventory', 'state list', 'state pull', 'state'],
  validate: ['lint', 'check', 'verify', 'test'],
  drift: ['status', 'refresh', 'detect'],
  show: ['view', 'cat'],
  'show PLAN --format redirects': ['redirects'],
  'explain --schema': ['schema'],
  access: ['permissions', 'audit', 'who', 'whoami'],
  doctor: ['info', 'debug', 'ping', 'login', 'auth'],
  'ledger history': ['history', 'log', 'logs'],
};

/** Words of other tools for commands that change something. */
const writingWords: { readonly [command: string]: readonly string[] } = {
  apply: ['deploy', 'up', 'push', 'sync'],
  import: ['pull', 'export', 'adopt'],
  init: ['new', 'bootstrap'],
  forget: ['state rm', 'untrack', 'unmanage', 'release'],
  mv: ['move', 'rename', 'state mv'],
  'mv --to': ['handover'],
  set: ['edit', 'add'],
  fmt: ['format'],
  undo: ['revert', 'rollback'],
  'ledger unlock': ['unlock', 'force-unlock'],
};

const deletingWords = ['destroy', 'delete', 'remove', 'rm', 'down', 'prune'];

export const writingCommands = [...Object.keys(writingWords), 'api', 'ci', 'ledger', 'platform'];

const howToDelete =
  'to delete a resource, remove its block from the YAML, and run `docform plan` and `docform apply`; `docform forget` stops managing it without deleting it';

export async function unknownCommand(
  words: readonly string[],
  { parent, commands }: { readonly parent: string; readonly commands: readonly string[] },
): Promise<DocformError> {
  const [word = ''] = words;
  const hint = parent === '' ? await meantBy(words, commands) : await nearest(word, commands);
  return usageFailure(
    `unknown command '${word}'`,
    hint ?? `see \`docform ${parent === '' ? '' : `${parent} `}--help\``,
  );
}

async function meantBy(words: readonly string[], commands: readonly string[]) {
  const known = new Map(
    [readingWords, writingWords]
      .flatMap((table) => Object.entries(table))
      .flatMap(([to, of]) => of.map((word) => [word, to])),
  );
  const exact = known.get(words.slice(0, 2).join(' ')) ?? known.get(words[0] ?? '');
  if (exact !== undefined) return `did you mean docform ${exact}?`;
  if (deletingWords.includes(words[0] ?? '')) return howToDelete;
  // Commands that only read are preferred.
  const isReading = (word: string): boolean => !writingCommands.includes(known.get(word) ?? word);
  const all = [...commands, ...known.keys()];
  return nearest(words[0] ?? '', [...all.filter(isReading), ...all.filter((each) => !isReading(each))], known);
}

async function nearest(word: string, known: readonly string[], meaning: ReadonlyMap<string, string> = new Map()) {
  const { createSuggest } = await import('../../config/problem-list.ts');
  const near = createSuggest()(word, known);
  if (near === undefined) return undefined;
  const command = meaning.get(near) ?? near;
  // Commands that write are suggested only for small differences.
  const isSure = near[0] === word[0] && Math.abs(near.length - word.length) <= 1;
  return isSure || !writingCommands.includes(command) ? `did you mean ${command}?` : undefined;
}
