/** Shows the colors in a value as small squares. A presentation attribute needs no style, which the policy of the page forbids. */
import { type Html, html } from '../../markup/html.ts';

const colors = /"(#(?:[0-9a-f]{3}){1,2})"/gi;

/** One square for each color in quotes. */
export function swatchesOf(text: string): readonly Html[] {
  return [...text.matchAll(colors)].map(
    ([, color]) =>
      html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><rect x="0.5" y="0.5" width="11" height="11" fill="${color}" stroke="currentColor"/></svg> `,
  );
}
