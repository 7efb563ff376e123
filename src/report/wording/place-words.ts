/** Words for places in files. */
import { withoutMissing } from '../../core/defined.ts';
import type { Place } from '../../core/problem.ts';
import { oneLine } from './sanitize.ts';

/** `file:line:column` of a change, and the block that extends its template. */
export function placeText({ usedBy, ...span }: Place): string {
  const place = oneLine(`${span.file}:${span.line}:${span.column}`);
  return usedBy === undefined ? place : `${place}, extended at ${placeText(usedBy)}`;
}

export interface EditPlace {
  readonly address: string;
  readonly field?: string;
  readonly reason: string;
  readonly span?: Place;
}

/** `teams/docs (title, docform.yaml:3:5)` */
export function editPlaceText({ address, field, span }: EditPlace): string {
  const where = withoutMissing(field, span && placeText(span)).join(', ');
  return `${oneLine(address)}${where && ` (${where})`}`;
}
