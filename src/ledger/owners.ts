/** Which objects a ledger owns, and the refusal of an object that another configuration owns. */
import { blockedFailure, type DocformError } from '../core/docform-error.ts';
import type { Ledger, OtherConfiguration } from '../core/state.ts';
import { BackendError } from './backend-error.ts';

/** A name for each owned object, with the ids of its lists. Singletons have none: several configurations can declare fields of them. */
export function ownedObjects({ resources }: Pick<Ledger, 'resources'>): ReadonlySet<string> {
  const owned = new Set<string>();
  for (const address of Object.keys(resources)) {
    const parts = address.split('/');
    if (parts.length % 2 > 0) continue;
    const ids = parts.map((part, at) =>
      at % 2 === 0 ? part : (resources[parts.slice(0, at + 1).join('/')]?.id ?? part),
    );
    // The last container is enough: it distinguishes the members of several rosters.
    owned.add(JSON.stringify(ids.slice(-4)));
  }
  return owned;
}

export function ownedElsewhere({ name, file }: Pick<OtherConfiguration, 'name' | 'file'>): DocformError {
  const message = `the configuration ${name} (${file}) owns an object that this ledger would record; nothing was recorded`;
  return blockedFailure('B-OWNED-ELSEWHERE', message, 'plan again: the plan names the object');
}

/** `docform.ledger.staging.json` belongs to an environment of the configuration. */
export function nameWithEnvironment(name: string, environment: string): string {
  return environment === '' || name === '' ? `${name}${environment}` : `${name} (${environment})`;
}

/** The configuration that a backend opens a ledger for. */
export interface LedgerConfiguration {
  readonly name: string;
  /** Path of the main file from the root of the repository. */
  readonly file: string;
  /** Names of the repository, such as `acme/docs`, by its remotes: `origin` first. */
  readonly remotes?: () => readonly string[];
  /** Whether another main file of the repository uses the name too. */
  readonly isUsedBy?: (file: string) => boolean;
}

/** Another main file of the repository, for the same organization. */
export type NeighbourConfiguration =
  | { readonly file: string; readonly name: string }
  | { readonly file: string; readonly unread: string; readonly fix: string };

/** The owner that a stored state names. */
interface StateOwner {
  readonly name: string;
  readonly file: string;
  /** Empty: the configuration was in no repository with a remote. */
  readonly repository: string;
}

export function ownerOfState({ name, file, remotes = () => [] }: LedgerConfiguration): StateOwner {
  return { name, file, repository: remotes()[0] ?? '' };
}

/** Throws DocformError if a ledger, which is found by the name of its configuration, belongs to another configuration of this name. */
export function refuseOther(
  { name, file, remotes = () => [], isUsedBy = () => false }: LedgerConfiguration,
  row: { readonly file: string; readonly repository: string },
  place: string,
): void {
  const own = row.repository === '' ? [] : remotes();
  const isElsewhere = own.length > 0 && !own.includes(row.repository);
  if (!isElsewhere && (row.file === file || !isUsedBy(row.file))) return;
  const owner = isElsewhere ? `${row.file} in the repository ${row.repository}` : row.file;
  throw new BackendError(
    `${place}: the ledger "${name}" belongs to ${owner}`,
    isElsewhere
      ? 'set another `name`; if the repository was renamed, change `repository` in the stored state (in PostgreSQL, in docform_state)'
      : 'set another `name` in one of the two configurations',
  );
}
