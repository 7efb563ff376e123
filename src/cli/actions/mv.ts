/** `docform mv`: renames the key of a resource and its references in the YAML, or moves blocks to another file or configuration. Works offline. */

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { titleWithArticle } from '../../core/count.ts';
import { relocateResources } from '../../library/relocate.ts';
import { renameResource, type Unrenamable, unrenamable } from '../../library/rewriting.ts';
import { renameJson, renameText } from '../../report/edits/edits.ts';
import { loadConfig } from '../files/configuration.ts';
import { addressesIn } from '../files/declared-addresses.ts';
import { writeEdit } from '../files/write-configuration.ts';
import { type CommandFlags, conflictingFlags, type Run, type Session, usageFailure } from '../io/session.ts';

/** Writes without a prompt if only files under Git change. */
export const runMove: Run<CommandFlags<'to' | 'toFile', 'dryRun'>> = async (session, addresses, flags) => {
  const { dryRun: isDryRun = false, to: toConfiguration, toFile } = flags;
  if (toConfiguration !== undefined && toFile !== undefined)
    throw conflictingFlags('--to', '--to-file', 'move to another configuration first, and then to a file there');
  if (toConfiguration !== undefined)
    return (await import('./mv-to.ts')).moveToConfiguration(session, addresses, { to: toConfiguration, isDryRun });
  if (toFile !== undefined) return moveBlocks(session, addresses, { toFile, isDryRun });
  const [from = '', target = '', ...more] = addresses;
  if (target === '' || more.length > 0)
    throw usageFailure(
      'mv needs the address and the new key',
      'write `docform mv FROM TO`, or add --to-file FILE or --to NAME',
    );
  const loaded = await loadConfig(session, { mayBeOpen: true });
  const fault = unrenamable(loaded.desired, { from, to: target });
  if (fault !== undefined) throw renameFailure(fault, from, target);
  const { to, texts, diff } = await renameResource({ ...loaded, from, to: target });
  if (!isDryRun) await writeEdit(session, loaded.validation, texts);
  const report = { from, to, files: [...texts.keys()], diff, isDryRun };
  session.result(session.isJson ? renameJson(report) : renameText(report, { paint: session.paintResult }));
};

async function moveBlocks(
  session: Session,
  patterns: readonly string[],
  { toFile, isDryRun }: { readonly toFile: string; readonly isDryRun: boolean },
): Promise<void> {
  const loaded = await loadConfig(session, { mayBeOpen: true });
  const addresses = addressesIn(patterns, loaded.desired);
  const { directory } = session.settings;
  const path = resolve(directory, toFile);
  const file = relative(directory, path).split(sep).join('/');
  const { texts, diff } = await relocateResources({ ...loaded, addresses, file, exists: existsSync(path) });
  if (!isDryRun) await writeEdit(session, loaded.validation, texts);
  const report = { from: addresses.join(', '), to: file, files: [...texts.keys()], diff, isDryRun };
  session.result(
    session.isJson ? renameJson(report) : renameText(report, { paint: session.paintResult, verb: 'Moved' }),
  );
}

function fixedText(shape: Extract<Unrenamable, { is: 'fixed' }>['shape']) {
  const { title, key } = shape;
  if (key === 'name') return `there is only one ${title}`;
  return `the key of ${titleWithArticle(shape)} is its ${key.field} on the platform`;
}

export function renameFailure(fault: Unrenamable, from: string, to: string) {
  switch (fault.is) {
    case 'undeclared': {
      const hint =
        fault.near === undefined
          ? 'example: `teams/docs`; `docform get` lists all addresses'
          : `did you mean ${fault.near}?`;
      return usageFailure(`${from} is not declared`, hint, 'E-MV-UNKNOWN');
    }
    case 'external':
      return usageFailure(
        `${from} is external: this configuration does not manage it`,
        'change its key and the references to it in the YAML',
        'E-MV-KEY',
      );
    case 'taken': {
      const { address, span } = fault.by;
      return usageFailure(
        `${address} already exists`,
        `see ${span.file}:${span.line}; choose another key`,
        'E-MV-TAKEN',
      );
    }
    case 'fixed':
      return usageFailure(
        `${from} cannot be renamed: ${fixedText(fault.shape)}`,
        'you can rename only keys that you chose yourself',
        'E-MV-KEY',
      );
    case 'elsewhere': {
      const message = `cannot rename ${from} to ${to}: mv cannot change the kind or the parent`;
      const hint = `change only the key: \`docform mv ${from} ${to.slice(to.lastIndexOf('/') + 1) || 'KEY'}\``;
      return usageFailure(message, hint, 'E-MV-KEY');
    }
    case 'claimed':
      return usageFailure(
        `${from} cannot be renamed: Git Sync writes it, and its key follows from its title`,
        `change the title at ${fault.place}, and rename the block of this configuration in the same commit`,
        'E-MV-KEY',
      );
    case 'misspelt':
      return usageFailure(
        `"${fault.key}" is not a valid key`,
        'start the key with a letter or digit, and use only letters, digits, `.`, `_` and `-`',
        'E-MV-KEY',
      );
  }
}
