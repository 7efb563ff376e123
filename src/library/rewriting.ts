/** Edits the files of a configuration, and checks that the result declares exactly what was intended. Also renames keys. Writes nothing. */
import { createSuggest } from '../config/problem-list.ts';
import type { Address } from '../core/address.ts';
import { count } from '../core/count.ts';
import { withoutUndefined } from '../core/defined.ts';
import { DocformError } from '../core/docform-error.ts';
import type { Problem } from '../core/problem.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { differences } from '../edit/rewrite/difference.ts';
import type { Refused } from '../edit/rewrite/editing.ts';
import { type RewriteInput, type Rewritten, rewrite, type Wanted } from '../edit/rewrite/rewrite.ts';
import { onlyThese, type Unit, unitsBetween } from '../edit/rewrite/units.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { EditRefusal } from '../edit/yaml/source-file.ts';
import {
  createRenaming,
  findRenameFault,
  fullTargetAddress,
  type Renamed,
  type RenameFault,
  renameInDeclaration,
} from '../kinds/declaration/rename.ts';
import { withoutReferencedPeople } from '../kinds/declaration/resources.ts';
import { shapes } from '../kinds/index.ts';
import { inheritsAll, shapeOf } from '../kinds/shape.ts';
import { type ConfigurationOptions, rereading, type Validation } from './configuration.ts';

interface RewriteOptions {
  /** As `validate` was called. */
  readonly options: ConfigurationOptions;
  readonly validation: Validation;
  readonly after: Wanted;
  readonly renamed?: readonly Renamed[];
  readonly carried?: RewriteInput['carried'];
  /** Texts of other files that the new configuration refers to, such as certificates. */
  readonly beside?: ReadonlyMap<string, string>;
}

type Try = ReturnType<typeof trialOf>;

type Trial = ReturnType<Try>;

/**
 * Writes nothing. Changes that cannot be written without side effects are left out and listed in `refused`.
 * Throws DocformError (E-EDIT-CHECK) if the files cannot be edited, or a rename is not possible as a whole.
 */
export async function rewriteConfiguration(input: RewriteOptions) {
  const { validation, renamed = [] } = input;
  const before = validation.desired;
  if (before === undefined) throw editCheckError('a configuration with problems cannot be edited');
  const after = withoutFormerNulls(before, withoutSyncedOrders(before, input.after));
  const attempt = trialOf(input, before);
  const whole = attempt(after);
  const settled = isRight(whole) ? whole : renamed.length > 0 ? whole : settle(before, after, attempt);
  if (!isRight(settled)) throw failureOf(settled);
  const { texts, refused, desired } = settled;
  const sources = new Map([...texts.keys()].map((file) => [file, validation.sources.get(file) ?? '']));
  return { texts, refused, desired: desired ?? before, diff: unifiedDiff(sources, texts) };
}

/** A block that was null as a whole becomes a block with the other values only. */
function withoutFormerNulls({ resources }: Desired, after: Wanted): Wanted {
  const isWhole = ({ kind, fields }: DesiredResource) => inheritsAll(shapeOf({ shapes }, kind), fields);
  const former = new Set(resources.filter(isWhole).map(({ address }) => address));
  if (former.size === 0) return after;
  const changed = after.resources.map((resource) => {
    if (!former.has(resource.address) || isWhole(resource)) return resource;
    const fields = Object.entries(resource.fields).filter(([, value]) => value !== null);
    return { ...resource, fields: Object.fromEntries(fields) };
  });
  return { ...after, resources: changed };
}

/** Git Sync writes these orders, so no configuration file declares them. */
function withoutSyncedOrders({ resources }: Desired, after: Wanted): Wanted {
  const synced = new Set(resources.filter(({ claim }) => claim !== undefined).map(({ address }) => address));
  if (synced.size === 0) return after;
  return { ...after, orders: Object.fromEntries(Object.entries(after.orders).filter(([at]) => !synced.has(at))) };
}

export function editCheckError(message: string): DocformError {
  return new DocformError({
    code: 'E-EDIT-CHECK',
    message,
    hint: 'make this change in the file yourself; nothing was written',
  });
}

function isRight({ desired, differences: found }: Trial) {
  return desired !== undefined && found.length === 0;
}

function failureOf({ differences: [first], refused: [refused, ...others], fault }: Trial) {
  if (refused !== undefined) {
    const { address, field, span } = refused;
    const more = others.length === 0 ? '' : ` (and ${count(others.length, 'more change')} of this kind)`;
    const reason = `${refused.reason}${more}`;
    const place = span === undefined ? '' : `${span.file}:${span.line}: `;
    return editCheckError(`${place}${address}${field === undefined ? '' : `: ${field}`} cannot be edited: ${reason}`);
  }
  if (first === undefined) return editCheckError(fault ?? 'the edited configuration would not be valid');
  return editCheckError(`the edited configuration would differ from the intention at ${first.address}: ${first.what}`);
}

/** `fault`: the reason why the new texts are not valid, or why all changes together are refused. Fewer changes can be possible. */
function trialOf({ options, validation, renamed = [], carried, beside }: RewriteOptions, before: Desired) {
  const { file, parts, sources } = validation;
  const reread = rereading(options, file);
  const texts = new Map(parts.map((part) => [part, sources.get(part) ?? '']));
  const renaming = createRenaming(renamed, shapes);
  const edited = (after: Wanted): Rewritten & { readonly fault?: string } => {
    try {
      return rewrite({ sources: texts, before, after, renamed, carried, shapes });
    } catch (error) {
      if (!(error instanceof EditRefusal)) throw error;
      return { texts: new Map(), refused: [], fault: error.message };
    }
  };
  return (after: Wanted) => {
    const rewritten = edited(after);
    if (rewritten.fault !== undefined) return { ...rewritten, desired: undefined, differences: [] };
    const { desired, problems } = reread(new Map([...sources, ...(beside ?? []), ...rewritten.texts]));
    const [problem] = problems;
    const fault =
      problem &&
      `the edited configuration would not be valid (${problem.code}: ${problem.message}${conflictOf(problem)})`;
    const { refused } = rewritten;
    const found = desired && differences({ found: desired, before, after, refused, renaming, shapes });
    return { ...rewritten, desired, differences: found ?? [], fault };
  };
}

function conflictOf({ related = [] }: Problem) {
  const [other] = related;
  return other === undefined ? '' : `; ${other.message}: ${other.span.file}:${other.span.line}`;
}

/** Finds the changes that can be written: splits failing sets into halves, and tries the rest again at the end. */
function settle(before: Desired, after: Wanted, attempt: Try): Trial {
  const units = unitsBetween(before, after);
  let accepted: readonly Unit[] = [];
  let best = attempt(onlyThese(before, after, [], shapes));
  if (!isRight(best)) return best;
  const accept = (more: readonly Unit[]): readonly Unit[] => {
    if (more.length === 0) return [];
    const trial = attempt(onlyThese(before, after, [...accepted, ...more], shapes));
    if (isRight(trial)) {
      accepted = [...accepted, ...more];
      best = trial;
      return [];
    }
    if (more.length === 1) return more;
    const middle = Math.ceil(more.length / 2);
    return [...accept(more.slice(0, middle)), ...accept(more.slice(middle))];
  };
  const left = accept(accept(units));
  const refusals = left.map((unit) =>
    refusedOf(unit, before, attempt(onlyThese(before, after, [...accepted, unit], shapes))),
  );
  return { ...best, refused: [...best.refused, ...refusals] };
}

/** With the obstacle, and the place of the block. */
function refusedOf({ address }: Unit, { resources }: Desired, { fault, differences: [other] }: Trial): Refused {
  const why =
    fault ?? (other && `${other.address} would change as well: ${other.what}`) ?? 'other lines would change as well';
  const span = resources.find((each) => each.address === address)?.span;
  return { address, reason: `${why}; make this change in the file yourself`, ...withoutUndefined({ span }) };
}

export type Unrenamable = RenameFault & { readonly near?: Address };

interface RenameOptions extends Renamed {
  readonly options: ConfigurationOptions;
  readonly validation: Validation & { readonly desired: Desired };
}

/** `to`: an address or a key. undefined: the rename is possible. */
export function unrenamable(desired: Desired, renamed: Renamed): Unrenamable | undefined {
  const fault = findRenameFault({ desired, shapes, from: renamed.from, to: fullTargetAddress(renamed) });
  if (fault?.is !== 'undeclared') return fault;
  const near = createSuggest()(
    renamed.from,
    withoutReferencedPeople(desired.resources).map(({ address }) => address),
  );
  return near === undefined ? fault : { ...fault, near };
}

export async function renameResource({ options, validation, ...given }: RenameOptions) {
  const renamed: Renamed = { from: given.from, to: fullTargetAddress(given) };
  const after = renameInDeclaration({ desired: validation.desired, shapes, ...renamed });
  return { ...(await rewriteConfiguration({ options, validation, after, renamed: [renamed] })), ...renamed };
}
