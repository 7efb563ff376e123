/** The digest of a configuration. */
import { byAddress } from '../../core/address.ts';
import { compareTexts } from '../../core/compare.ts';
import { sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Desired, KindName } from '../../core/state.ts';

/** `sha256:…`. The target of the plan contains the organization. */
export function configurationDigest(desired: Desired, kinds: Iterable<KindName>): string {
  const { resources, lists, orders, moved, policy, expect } = desired;
  const asked = {
    version: 1,
    resources: [...resources].sort(byAddress).map(({ span, fieldSpans, ...rest }) => rest),
    lists: [...lists].sort((a, b) => compareTexts(a.list, b.list)).map(({ span, ...rest }) => rest),
    orders,
    moved: moved.map(({ span, ...rest }) => rest).sort((a, b) => compareTexts(a.from, b.from)),
    policy: {
      prune: Object.fromEntries([...kinds].map((kind) => [kind, policy.prune(kind)])),
      self: policy.self,
      protect: [...policy.protect].sort(),
      maxDeletes: policy.maxDeletes,
      maxReaders: policy.maxReaders,
      invite: policy.invite,
      allow: policy.allow?.map(({ span, ...rest }) => rest),
    },
    expect: expect?.map(({ span, ...rest }) => rest),
  };
  return `sha256:${sha256Hex(canonicalJson(asked))}`;
}
