import type { Scale } from '#domain/hives/scale.ts'

/** The default name of automatically created scales, in each language: `ingest.scale_name`. */
const FIRST_NAME = /^(?:Stockwaage|Scale|Balance|Báscula) (\d+)$/

/** Returns the visible scales that still have their default name. */
export const unnamedScales = <One extends Pick<Scale, 'name' | 'channel' | 'visible' | 'state'>>(
  scales: readonly One[],
): One[] =>
  scales.filter(
    ({ name, channel, visible, state }) =>
      visible && state !== 'archived' && state !== 'deactivated' && FIRST_NAME.exec(name)?.[1] === String(channel),
  )
