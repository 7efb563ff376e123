/** Adds Git's blob ids to a diff, so that `git apply --3way` can merge where a file has changed since. */
import { gitBlobId } from '../core/digest.ts';

/** A line after the head of each changed file. Of new files there is nothing to merge with. */
export function withBlobIds(diff: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  return [...after].reduce((text, [path, next]) => {
    const former = before.get(path);
    const head = `diff --git a/${path} b/${path}\n`;
    if (former === undefined) return text;
    return text.replace(head, () => `${head}index ${gitBlobId(former)}..${gitBlobId(next)} 100644\n`);
  }, diff);
}
