/** Ids that cannot be in a path make an item unreadable, and do not end the command as a bug. */
import { expect, test } from 'vitest';
import { embedding, idIn, readItem } from '../../src/kinds/reading.ts';

test.each(['', '.', '..', '\ud800', 'a\udc00b', 7, null])('an item with the id %j is not readable', (id) => {
  expect(readItem({ id, title: 'Docs' }, { needs: ['title'] })).toBeUndefined();
  expect(idIn(id)).toBeUndefined();
  expect(idIn({ id })).toBeUndefined();
  expect(embedding({ id: 'x', fields: {} }, 'space', [{ id }, { id: 'y' }])).toMatchObject({
    embeds: { space: ['y'] },
  });
});

test.each(['a', 'a.b', '...', 'a/b', '🏠'])('an item with the id %j is readable', (id) => {
  expect(readItem({ id, title: 'Docs' }, { needs: ['title'] })?.id).toBe(id);
});
