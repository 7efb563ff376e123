/** Who notices what becomes of something. */
import { expect, test } from 'vitest';
import { onWhom } from '../../src/core/impact.ts';
import { shapes } from '../../src/kinds/index.ts';

const isPartOfSite = (kind: string): boolean =>
  kind === 'site' || shapes.get(kind)?.parents?.some(isPartOfSite) === true;

test.each([...shapes.values()])(
  'of a list of $name: readers, where it is a site or stands in one',
  ({ name, segment, parents }) => {
    const list = parents?.includes('site') ? `sites/docs/${segment}` : segment;
    expect(onWhom(list)).toBe(isPartOfSite(name) ? 'readers' : 'people');
  },
);
