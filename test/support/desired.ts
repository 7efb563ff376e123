/** Loads the configuration of a case. A problem in the configuration is an error in the case. */
import type { Desired } from '../../src/core/state.ts';
import { load } from '../config/memory-files.ts';
import type { Case } from './case.ts';
import { organizationId } from './live-world.ts';

const mainFile = 'docform.yaml';

/** Caches results, because a case is planned hundreds of times with the same ids. */
const known = new Map<string, Desired>();

/** `{spaces/home}` in the text of a case is the id of this object. */
export function desiredOf(each: Case, ids: ReadonlyMap<string, string>): Desired {
  const text = each.desired.replace(/\{(\w+\/[^\s{}"]+)\}/g, (written, address: string) => ids.get(address) ?? written);
  const texts = { ...each.files, [mainFile]: `version: 1\norganization: ${organizationId}\n${text}` };
  const key = JSON.stringify(texts);
  const desired = known.get(key) ?? readTexts(each.name, texts);
  known.set(key, desired);
  return desired;
}

function readTexts(name: string, texts: { readonly [path: string]: string }): Desired {
  const { desired, problems } = load(texts);
  if (desired === undefined) {
    const list = problems.map(
      ({ code, message, span }) => `${code} ${span.file}:${span.line}:${span.column} ${message}`,
    );
    throw new Error(`${name}: ${list.join('\n')}`);
  }
  return desired;
}
