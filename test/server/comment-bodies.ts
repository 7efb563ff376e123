/** Writes bodies of comments as Markdown and reads them as documents, and the reverse. */
import { type Json, makeSpaces, open } from './open.ts';

export interface Bodies {
  readonly documentOf: (markdown: string) => Promise<Json>;
  readonly markdownOf: (document: object) => Promise<string>;
}

export function openBodies(): Bodies {
  const at = open({ seed: 'empty', now: () => Date.UTC(2026, 5, 17) });
  const comments = makeSpaces(at, 'One').then(([space]) => `/v1/spaces/${space}/comments`);
  return {
    documentOf: async (markdown) => {
      const { id } = await at.post(await comments, { body: { markdown } });
      return (await at.get(`${await comments}/${id}?format=document`)).body.document;
    },
    markdownOf: async (document) => (await at.post(await comments, { body: { document } })).body.markdown,
  };
}

/** Creates comments of about `many` characters that a slow parser would read again and again. */
export async function writeLongBodies({ documentOf, markdownOf }: Bodies, many: number): Promise<void> {
  for (const twist of ['**a', '[a', '`a``', '> ', '_a *b ', '- a\n', '![[', '[](('] as const)
    await documentOf(twist.repeat(many / 2));
  const spaces = ' '.repeat(many);
  const letters = 'a'.repeat(many);
  for (const text of [
    `#${spaces}x`,
    `# x${spaces}#`,
    `\`\`\`${letters}\``,
    `${'~'.repeat(many)}\``,
    `\` ${letters}\``,
    `-${spaces}x`,
  ])
    await documentOf(text);
  for (const text of [`a${spaces}b`, '\n'.repeat(many), `${spaces}1.`, '*'.repeat(many), '_ '.repeat(many)]) {
    const node = { object: 'text', leaves: [{ object: 'leaf', text, marks: [{ object: 'mark', type: 'bold' }] }] };
    await markdownOf({ object: 'document', nodes: [{ object: 'block', type: 'paragraph', nodes: [node] }] });
  }
}
