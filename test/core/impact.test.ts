/** The audience of a change. */
import { expect, test } from 'vitest';
import { whoNotices } from '../../src/core/impact.ts';
import { shapes } from '../../src/kinds/index.ts';

const isPartOfSite = (kind: string): boolean =>
  kind === 'site' || shapes.get(kind)?.parents?.some(isPartOfSite) === true;

test.each([...shapes.values()])(
  'changes of $name affect readers only in sites',
  ({ name, segment, parents, under }) => {
    const isInside = parents?.every((parent) => parent !== 'site' && isPartOfSite(parent)) === true;
    const list = isInside
      ? `sites/docs/spaces/home/${segment}`
      : parents?.includes('site')
        ? `sites/docs/${segment}`
        : segment;
    expect(whoNotices(list)).toBe(isPartOfSite(name) && under !== 'permissions' ? 'readers' : 'people');
  },
);
