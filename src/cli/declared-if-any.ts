/** Loads the configuration for commands that can do without one; it only adds addresses. */

import { dirname, resolve } from 'node:path';
import { DocformError } from '../core/docform-error.ts';
import type { Desired, Validation } from '../library/index.ts';
import { readConfiguration, tellProblems } from './configuration.ts';
import type { ExitCode } from './exit-code.ts';
import type { Session } from './session.ts';

export interface Declared {
  /** Missing: there is no configuration, or it is for another organization. */
  readonly desired?: Desired;
  /** Of the main file. */
  readonly directory?: string;
  /** From the flag, the environment or the configuration. */
  readonly organization?: string;
}

/** `exit`: it has problems, which have been told, and is needed to know the organization. */
export async function declaredIfAny(session: Session): Promise<Declared | { readonly exit: ExitCode }> {
  const { organization } = session.settings;
  const validation = await validationIfAny(session);
  const given = organization === undefined ? {} : { organization };
  if (validation === undefined) return given;
  for (const secret of validation.secrets) session.keepSecret(secret);
  const { desired, file } = validation;
  if (desired === undefined && organization === undefined) return { exit: await tellProblems(session, validation) };
  if (desired === undefined) {
    session.say(`${file} has problems (see docform validate), so addresses are not told\n`);
    return given;
  }
  if (organization !== undefined && desired.organization !== organization) return given;
  return { desired, directory: dirname(resolve(session.settings.directory, file)), organization: desired.organization };
}

/** One that is named has to be there. */
async function validationIfAny(session: Session): Promise<Validation | undefined> {
  try {
    return await readConfiguration(session);
  } catch (error) {
    const isMissing = error instanceof DocformError && error.code === 'E-NO-CONFIGURATION';
    if (isMissing && session.settings.configuration === undefined) return undefined;
    throw error;
  }
}
