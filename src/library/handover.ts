/** Hands resources over to another configuration of the organization. Writes nothing. */
import { type HandedOver, type HandoverInput, handingOver } from '../edit/handover.ts';
import { carriedBlocks } from '../edit/rewrite/carried.ts';
import { shapes } from '../kinds/index.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import { rewriteConfiguration } from './rewriting.ts';

export function handOver(input: Omit<HandoverInput, 'shapes'>): HandedOver {
  return handingOver({ ...input, shapes });
}

interface Files {
  readonly options: ConfigurationOptions;
  readonly validation: Validation;
}

export async function handoverEdits({ source, target, moved }: HandedOver, from: Files, to: Files) {
  const gone = new Set(moved.map(({ address }) => address));
  const blocks = from.validation.desired?.resources.filter(({ address }) => gone.has(address)) ?? [];
  const carried = carriedBlocks(from.validation.sources, blocks);
  return {
    source: await rewriteConfiguration({ ...from, after: source.after }),
    target: await rewriteConfiguration({ ...to, after: target.after, carried }),
  };
}
