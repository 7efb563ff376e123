/** Sets the seed of generated values. DOCFORM_LAW_SEED selects another seed, and DOCFORM_LAW_SHRINK=1 shrinks failing values. */
import fc from 'fast-check';

// Shrinking is optional because it takes longer than all tests together.
const endOnFailure = process.env.DOCFORM_LAW_SHRINK !== '1';

fc.configureGlobal({ seed: Number(process.env.DOCFORM_LAW_SEED ?? 1), endOnFailure });
