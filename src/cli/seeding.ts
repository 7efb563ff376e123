/** Finds what a platform is seeded with: a seed by name, or everything that a configuration declares. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { anyOrganization } from '../core/state.ts';
import type { Validation } from '../library/index.ts';
import { oneLine } from '../report/sanitize.ts';
import { createWorld, type SeedName, seedNames, type World } from '../server/index.ts';
import { readConfiguration, tellProblems } from './configuration.ts';
import type { ExitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session.ts';

/** `exit`: the configuration has problems, which have been told. */
export type Seeding = { readonly seed: SeedName | World } | { readonly exit: ExitCode };

/** `text`: the name of a seed, or the path of a configuration; whatever a world cannot hold is told on stderr. */
export async function seedingOf(session: Session, text: string, seedNumber: number): Promise<Seeding> {
  const name = seedNames.find((each) => each === text);
  if (name !== undefined) return { seed: name };
  const validation = await readNamed(session, pathOf(session, text), seedNumber);
  if (validation.desired === undefined) return { exit: await tellProblems(session, validation) };
  const { worldOf } = await import('./world-of.ts');
  const { world, warnings } = worldOf(validation.desired, seedNumber);
  for (const warning of warnings) session.warn(`warning: ${oneLine(warning)}\n`);
  return { seed: world };
}

/** Of a directory it is the docform.yaml in it. */
function pathOf(session: Session, text: string): string {
  const found = statSync(resolve(session.settings.directory, text), { throwIfNoEntry: false });
  if (found !== undefined) return found.isDirectory() ? join(text, 'docform.yaml') : text;
  const others = `choose one of ${seedNames.join(', ')}, or name a docform YAML`;
  if (/[/\\]|\.ya?ml$/.test(text)) throw usageFailure(`there is no file ${text}`, others);
  throw usageFailure(`there is no seed ${text}`, others);
}

/** A configuration that leaves its organization to DOCFORM_ORG gets the one that a seed would have. */
async function readNamed(session: Session, configuration: string, seedNumber: number): Promise<Validation> {
  const { settings } = session;
  const validation = await readConfiguration({ ...session, settings: { ...settings, configuration } }, { mayBeOpen: true });
  const { desired } = validation;
  if (desired?.organization !== anyOrganization) return validation;
  const organization = createWorld('empty', seedNumber).organizations[0]?.id ?? desired.organization;
  session.say(`The configuration leaves its organization to DOCFORM_ORG; here it is ${organization}\n`);
  return { ...validation, desired: { ...desired, organization } };
}
