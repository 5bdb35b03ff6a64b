import type { Scale } from '#domain/hives/scale.ts'

/** How scales are called that appear by themselves, in each language: `ingest.scale_name`. */
const FIRST_NAME = /^(?:Stockwaage|Scale|Balance|Báscula) (\d+)$/

/** The scales that bear the name they came with, as far as they are shown. */
export const unnamedScales = <One extends Pick<Scale, 'name' | 'channel' | 'visible' | 'state'>>(
  scales: readonly One[],
): One[] =>
  scales.filter(
    ({ name, channel, visible, state }) =>
      visible && state !== 'archived' && state !== 'deactivated' && FIRST_NAME.exec(name)?.[1] === String(channel),
  )
