/** Commands that a configuration begins with: `init` and `import`. */
import type { Command } from 'commander';
import type { ImportFlags } from './commands/import.ts';
import type { InitFlags } from './commands/init.ts';
import type { Add } from './declaring.ts';
import type { ExitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session.ts';

interface AllImportFlags extends ImportFlags {
  readonly from?: string;
  readonly site?: string;
  readonly keys?: string;
}

export function addImportCommands(program: Command, add: Add): void {
  add(
    program,
    'init',
    'write a first docform.yaml; contacts nothing, but with --from-live',
    ['init --organization acme', 'init --from-live'],
    async (session, _, command) => (await import('./commands/init.ts')).runInit(session, command.opts<InitFlags>()),
  )
    .option('--from-live', 'write down what the organization has (docform import)')
    .option('--out <file>', 'file to write, or directory (default: docform.yaml)');
  add(
    program,
    'import [address...]',
    'write down what is on the platform, as configuration and ledger; the plan after it is empty',
    ['import', 'import teams sites/docs', 'import --split site --out docs/', 'import --dry-run', 'import --from gitbook-docs.yaml'],
    async (session, addresses, command) => runEither(session, addresses, command.opts<AllImportFlags>()),
  )
    .option('--out <file>', 'file to write, or directory (default: the configuration that is there, else docform.yaml)')
    .option('--split <how>', 'a new configuration in several files: by site, or by kind')
    .option('--dry-run', 'only show what it would do; nothing is written')
    .option('--from <file>', "read the vendor's site-structure file instead of the platform")
    .option('--site <key>', 'with --from: key of the site')
    .option('--keys <what>', 'with --from: make keys of titles, or take those of the file (title, file; default: title)');
}

async function runEither(session: Session, addresses: readonly string[], flags: AllImportFlags): Promise<ExitCode> {
  const { from, site, keys, out, ...live } = flags;
  if (from === undefined) {
    if (site !== undefined)
      throw usageFailure('--site belongs to --from', 'for a site of the platform, name its address: docform import sites/docs');
    if (keys !== undefined) throw usageFailure('--keys belongs to --from', 'keys of what is there are made of its titles');
    return (await import('./commands/import.ts')).runImport(session, addresses, { ...live, ...given({ out }) });
  }
  const [stray] = [...addresses, ...Object.keys(live).map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)];
  if (stray !== undefined)
    throw usageFailure(`${stray} does not go with --from`, '--from reads one file, and knows --out, --site, --keys and --organization');
  const chosen = { from, ...given({ site, keys, out }) };
  return (await import('./commands/import-from.ts')).runImportFrom(session, chosen);
}

function given<F extends { readonly [flag: string]: string | undefined }>(flags: F): { readonly [flag in keyof F]?: string } {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as { readonly [flag in keyof F]?: string };
}
