/** The files that pages ask for: one stylesheet, one script, one picture. */
import { actionScript } from './script-actions.ts';
import { baseScript } from './script-base.ts';
import { logScript } from './script-log.ts';
import { refreshScript } from './script-refresh.ts';
import { layoutStyles } from './styles-layout.ts';
import { partStyles } from './styles-parts.ts';

export interface Asset {
  readonly contentType: string;
  readonly body: string;
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5cad"/><path d="M4 4h8M4 8h5M4 12h7" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>`;

/** By what follows `/_platform/`. */
const named = new Map<string, Asset>([
  ['page.css', { contentType: 'text/css; charset=utf-8', body: layoutStyles + partStyles }],
  ['page.js', { contentType: 'text/javascript; charset=utf-8', body: [baseScript, refreshScript, actionScript, logScript].join('\n') }],
  ['icon.svg', { contentType: 'image/svg+xml', body: icon }],
]);

export function assetAt(path: string): Asset | undefined {
  return named.get(path);
}
