/** People in CSV files, which docform does not edit: the files stay as they are, and each intended change is refused with its text. */
import { isTable } from '../../config/people-table.ts';
import { keyIn, listOf } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import type { Desired, DesiredResource, Value } from '../../core/state.ts';
import type { Renaming } from '../../declaration/rename.ts';
import { declaredAt } from '../../declaration/resources.ts';
import { guardWords, type Refused, type Wanted } from './editing.ts';

/** The declarations of the YAML files. */
export function withoutTables(before: Desired, after: Wanted, { now }: Renaming) {
  const people = before.resources.filter(({ span }) => isTable(span.file));
  if (people.length === 0) return { before, after, refused: [] };
  const wanted = declaredAt(after.resources);
  const refused = people.flatMap((person) => refusedChange(person, wanted.get(now(person.address)), now));
  const gone = new Set(people.map(({ address }) => now(address)));
  const resources = after.resources.filter(({ address }) => !gone.has(address));
  const tableLists = before.lists.filter(({ span }) => span !== undefined && isTable(span.file));
  const filled = new Set(resources.map(({ address }) => listOf(address)));
  const left = new Set(tableLists.map(({ list }) => now(list)).filter((list) => !filled.has(list)));
  return {
    before: {
      ...before,
      resources: before.resources.filter(({ span }) => !isTable(span.file)),
      lists: before.lists.filter((each) => !tableLists.includes(each)),
    },
    after: { ...after, resources, lists: after.lists.filter((list) => !left.has(list)) },
    refused,
  };
}

function refusedChange(person: DesiredResource, wanted: DesiredResource | undefined, now: Renaming['now']) {
  const { address, parent, span } = person;
  const team = parent === null ? undefined : keyIn(parent);
  const line = `line ${span.line} of ${span.file}`;
  const refuse = (change: string, field?: string): readonly Refused[] => {
    const reason = `docform does not edit CSV files; ${change}`;
    const place = (field === undefined ? undefined : person.fieldSpans[field]) ?? span;
    return [{ address, reason, span: place, ...(field === undefined ? {} : { field }) }];
  };
  if (wanted === undefined || wanted.isExternal)
    return refuse(team === undefined ? `remove ${line}` : `remove team "${team}" from ${line}`);
  // Only keys of teams can be renamed.
  if (team !== undefined && parent !== null && now(parent) !== parent)
    return refuse(`replace "${team}" with "${keyIn(now(parent))}" in ${line}`);
  const names = [...new Set([...Object.keys(person.fields), ...Object.keys(wanted.fields)])];
  const changed = names.filter((name) => !isEqual(person.fields[name] as Value, wanted.fields[name] as Value));
  const guard = guardWords.find((word) => wanted[word] !== undefined && wanted[word] !== person[word]);
  const moved = `move ${line} to a YAML file`;
  if (guard !== undefined) return refuse(moved);
  return changed.flatMap((name) => {
    const { [name]: value } = wanted.fields;
    if (name !== 'role' || value === undefined) return refuse(moved, name);
    return refuse(
      team === undefined ? `set the role in ${line} to ${value ?? 'guest'}` : `write "${team}:${value}" in ${line}`,
      name,
    );
  });
}
