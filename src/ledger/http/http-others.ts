/** Finds the states of the other configurations of a repository in a state service, and reads what they own. */
import { dirname } from 'node:path';
import { errorMessage } from '../../core/docform-error.ts';
import type { Ledger, OtherConfiguration } from '../../core/state.ts';
import { ledgerPath } from '../ledger-file.ts';
import type { NeighbourConfiguration } from '../owners.ts';

const namePattern = /\{name\}/g;
const environmentPattern = /\{environment\}/g;

/** `…/state/{name}-{environment}` is the state of the configuration with this name. */
export function stateUrlOf(pattern: string, name: string, environment = ''): string {
  return pattern.replace(namePattern, stateName(name)).replace(environmentPattern, stateName(environment));
}

/** State services restrict names of states. Two names with the same result are found by the name in the state. */
function stateName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-');
}

interface OtherStates {
  /** DOCFORM_BACKEND as it was set. */
  readonly pattern: string;
  readonly environment?: string;
  readonly neighbours: () => Promise<readonly NeighbourConfiguration[]>;
  /** Ledgers of other configurations in the repository. */
  readonly committed: () => Promise<readonly OtherConfiguration[]>;
  /** Undefined: there is no state at the URL. */
  readonly read: (url: string, name: string) => Promise<Pick<Ledger, 'resources'> | undefined>;
}

/** What cannot be read is unknown, and blocks deletes and adoptions. */
export async function readOtherStates(states: OtherStates): Promise<readonly OtherConfiguration[]> {
  const committed = await states.committed();
  const files = new Set(committed.map(({ file }) => file));
  const inService = (await states.neighbours()).filter(
    ({ file }) => !files.has(ledgerPath(dirname(file), states.environment)),
  );
  const found = await Promise.all(inService.map((neighbour) => readState(neighbour, states)));
  return [...committed, ...found.filter((each) => each !== undefined)];
}

async function readState(
  neighbour: NeighbourConfiguration,
  { pattern, environment, read }: OtherStates,
): Promise<OtherConfiguration | undefined> {
  const { file } = neighbour;
  const unknown = (unread: string, fix: string) => ({ name: '', file, ledger: { unread, fix } });
  if ('unread' in neighbour) return unknown(neighbour.unread, neighbour.fix);
  const { name } = neighbour;
  if (!pattern.includes('{name}'))
    return unknown(
      'DOCFORM_BACKEND is the URL of one state, so the state of this configuration is unknown',
      'write {name} in DOCFORM_BACKEND instead of the name of the configuration, such as https://HOST/PATH/{name}, and move each state to its URL',
    );
  try {
    const ledger = await read(stateUrlOf(pattern, name, environment), name);
    return ledger && { name, file, ledger };
  } catch (error) {
    return unknown(errorMessage(error), 'check that this state can be read, and that its name is unique');
  }
}
