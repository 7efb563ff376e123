/** Reports keys in the place of ids, which the platform would not find. */
import { childAddress } from '../../core/address.ts';
import type { ConfigurationDraft } from '../blocks/draft.ts';
import { replacementFix } from '../problem-list.ts';

export function checkIds(draft: ConfigurationDraft): void {
  for (const { of, kind, node } of draft.ids) {
    const shape = draft.shapes.get(kind);
    const target = shape && draft.at.get(childAddress(null, shape.segment, String(node.value)));
    if (shape === undefined || target === undefined) continue;
    const { pin } = target;
    draft.problems.add('E-LINK-KEY', node.span, {
      message: `${of.address}: a link needs the id of the ${shape.title}, and "${node.value}" is its key`,
      label: 'a key',
      hint:
        pin === undefined
          ? `write the id, which \`docform get ${target.address}\` shows after the ${shape.title} was created`
          : `write the id: ${pin}`,
      fix: replacementFix(pin),
    });
  }
}
